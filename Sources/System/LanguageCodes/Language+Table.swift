extension Language {
  /// One language a line: its codes, a colon, and its names.
  ///
  /// Sources: ISO 639-1, 639-2 and 639-3, with codes that were replaced, and members of macrolanguages that
  /// have no two-letter code; for the names, CLDR.
  static let table = """
    aa aar: afar
    ab abk: abkhazian
    ae ave: avestan
    af afr: afrikaans
    ak aka: akan
    am amh: amharic, አማርኛ
    an arg: aragonese
    ar ara arb: arabic, العربية
    as asm: assamese, অসমীয়া
    av ava: avaric
    ay aym: aymara
    az aze azj: azerbaijani, azərbaycan
    ba bak: bashkir, башҡорт теле
    be bel: belarusian, беларуская
    bg bul: bulgarian, български
    bi bis: bislama
    bm bam: bambara, bamanakan
    bn ben: bengali, bangla, বাংলা
    bo bod tib: tibetan, བོད་སྐད་
    br bre: breton, brezhoneg
    bs bos: bosnian, bosanski
    ca cat: catalan, valencian, català
    ce che: chechen, нохчийн
    ch cha: chamorro
    co cos: corsican, corsu
    cr cre: cree
    cs ces cze: czech, čeština
    cu chu: church slavic, church slavonic, old church slavonic
    cv chv: chuvash, чӑваш
    cy cym wel: welsh, cymraeg
    da dan: danish, dansk
    de deu ger: german, deutsch
    dv div: divehi, dhivehi, maldivian, ދިވެހިބަސް
    dz dzo: dzongkha, རྫོང་ཁ་
    ee ewe: eʋegbe
    el ell gre: greek, ελληνικά
    en eng: english
    eo epo: esperanto
    es spa: spanish, castilian, español, castellano
    et est ekk: estonian, eesti
    eu eus baq: basque, euskara
    fa fas per pes prs: persian, فارسی, farsi
    ff ful fuc: fulah, fula, pulaar, fulani
    fi fin: finnish, suomi
    fj fij: fijian
    fo fao: faroese, føroyskt
    fr fra fre: french, français
    fy fry: western frisian, frysk, frisian
    ga gle: irish, gaeilge, irish gaelic
    gd gla: gaelic, scottish gaelic, gàidhlig
    gl glg: galician, galego
    gn grn gug: guarani, avañe’ẽ
    gu guj: gujarati, ગુજરાતી
    gv glv: manx, gaelg
    ha hau: hausa
    he heb iw: hebrew, עברית
    hi hin: hindi, हिन्दी
    ho hmo: hiri motu
    hr hrv scr: croatian, hrvatski
    ht hat: haitian, haitian creole, créole haïtien
    hu hun: hungarian, magyar
    hy hye arm: armenian, հայերեն
    hz her: herero
    ia ina: interlingua
    id ind in: indonesian, indonesia, bahasa indonesia
    ie ile: interlingue, occidental
    ig ibo: igbo
    ii iii: sichuan yi, nuosu, liangshan yi, ꆈꌠꉙ
    ik ipk: inupiaq
    io ido
    is isl ice: icelandic, íslenska
    it ita: italian, italiano
    iu iku: inuktitut, ᐃᓄᒃᑎᑐᑦ
    ja jpn: japanese, 日本語
    jv jav jw: javanese, jawa
    ka kat geo: georgian, ქართული
    kg kon: kongo
    ki kik: kikuyu, gikuyu
    kj kua: kuanyama, kwanyama
    kk kaz: kazakh, қазақ тілі, қазақша
    kl kal: kalaallisut, greenlandic
    km khm: central khmer, khmer, ខ្មែរ
    kn kan: kannada, ಕನ್ನಡ
    ko kor: korean, 한국어
    kr kau: kanuri
    ks kas: kashmiri, کٲشُر
    ku kur kmr ckb: kurdish, kurdî, sorani, kurmanji
    kv kom: komi
    kw cor: cornish, kernewek
    ky kir: kirghiz, kyrgyz, кыргызча
    la lat: latin
    lb ltz: luxembourgish, letzeburgesch, lëtzebuergesch
    lg lug: ganda, luganda
    li lim: limburgan, limburger, limburgish
    ln lin: lingala, lingála
    lo lao: ລາວ
    lt lit: lithuanian, lietuvių
    lu lub: luba-katanga, tshiluba
    lv lav lvs: latvian, latviešu
    mg mlg plt: malagasy
    mh mah: marshallese
    mi mri mao: maori, māori
    mk mkd mac: macedonian, македонски
    ml mal: malayalam, മലയാളം
    mn mon khk: mongolian, монгол
    mr mar: marathi, मराठी
    ms msa may zsm: malay, bahasa melayu
    mt mlt: maltese, malti
    my mya bur: burmese, မြန်မာ, မြန်မာဘာသာ
    na nau: nauru
    nd nde: ndebele, north ndebele, isindebele
    ne nep npi: nepali, नेपाली
    ng ndo: ndonga
    nl nld dut: dutch, flemish, nederlands
    nn nno: norwegian nynorsk, nynorsk, norsk nynorsk
    no nor nb nob: norwegian, norsk, bokmål, norwegian bokmål, norsk bokmål
    nr nbl: south ndebele
    nv nav: navajo, navaho, diné bizaad
    ny nya: chichewa, chewa, nyanja
    oc oci: occitan, provençal
    oj oji: ojibwa
    om orm gaz: oromo, oromoo
    or ori ory: oriya, odia, ଓଡ଼ିଆ
    os oss: ossetian, ossetic, ирон
    pa pan: panjabi, punjabi, ਪੰਜਾਬੀ
    pi pli: pali
    pl pol: polish, polski
    ps pus pbu: pushto, pashto, پښتو
    pt por: portuguese, português
    qu que quz: quechua, runasimi
    rm roh: romansh, rumantsch
    rn run: rundi, ikirundi
    ro ron rum mo mol: romanian, moldavian, moldovan, română
    ru rus: russian, русский
    rw kin: kinyarwanda, ikinyarwanda
    sa san: sanskrit, संस्कृत भाषा
    sc srd: sardinian, sardu
    sd snd: sindhi, سنڌي
    se sme: northern sami, north sámi, davvisámegiella, sami
    sg sag: sango, sängö
    si sin: sinhala, sinhalese, සිංහල
    sk slk slo: slovak, slovenčina
    sl slv: slovenian, slovenščina, slovene
    sm smo: samoan, gagana faʻa sāmoa
    sn sna: shona, chishona
    so som: somali, soomaali
    sq sqi alb als: albanian, shqip
    sr srp scc sh hbs: serbian, српски, srpski
    ss ssw: swati, siswati
    st sot: sotho, southern sotho, sesotho
    su sun: sundanese, basa sunda
    sv swe: swedish, svenska
    sw swa swh: swahili, kiswahili
    ta tam: tamil, தமிழ்
    te tel: telugu, తెలుగు
    tg tgk: tajik, тоҷикӣ
    th tha: thai, ไทย
    ti tir: tigrinya, ትግርኛ
    tk tuk: turkmen, türkmen dili
    tl tgl fil: tagalog, filipino
    tn tsn: tswana, setswana
    to ton: tonga, tongan, lea fakatonga
    tr tur: turkish, türkçe
    ts tso: tsonga, xitsonga
    tt tat: tatar, татар
    tw twi
    ty tah: tahitian
    ug uig: uighur, uyghur, ئۇيغۇرچە
    uk ukr: ukrainian, українська
    ur urd: urdu, اردو
    uz uzb uzn: uzbek, o‘zbek, o'zbek
    ve ven: venda, tshivenḓa
    vi vie: vietnamese, tiếng việt
    vo vol: volapük
    wa wln: walloon, walon
    wo wol: wolof
    xh xho: xhosa, isixhosa
    yi yid ji ydd: yiddish, ייִדיש
    yo yor: yoruba, èdè yorùbá
    za zha: zhuang, chuang, vahcuengh
    zh zho chi cmn yue: chinese, 中文, mandarin, cantonese, 漢語, 汉语
    zu zul: zulu, isizulu
    """
}
