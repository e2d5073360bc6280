extension TokenForm {
  /// Tokens with a typical beginning: the beginning, the least and the usual length of the rest, and its
  /// characters besides letters and digits.
  ///
  /// Sources: the documentation of each issuer, and facts in the rules of
  /// <https://github.com/gitleaks/gitleaks> and <https://github.com/Yelp/detect-secrets>.
  static let table = """
    # Clouds
    AKIA 14 16
    ASIA 14 16
    ABIA 14 16
    ACCA 14 16
    A3T 15 17
    ABSK 60 109 +/=
    bedrock-api-key- 24 28 +/=
    AIza 28 35 _-
    AQ.A 30 48 _-
    GOCSPX- 20 28 _-
    ya29. 20 60 _-.
    1//0 30 60 _-
    LTAI 14 20
    AKID 28 32
    bce-v3/ALTAK- 20 62 /-
    dop_v1_ 30 64
    doo_v1_ 30 64
    dor_v1_ 30 64
    HRKU- 20 60 _-
    dapi 26 32 -
    dose 28 32 -
    dkea 28 32 -
    fo1_ 30 43 _-
    fm1a_ 40 100 +/=_-
    fm1r_ 40 100 +/=_-
    fm2_ 40 100 +/=_-
    nfp_ 24 36
    nfc_ 24 36
    nfo_ 24 36
    nfu_ 24 36
    napi_ 30 64
    rnd_ 20 28
    vcp_ 20 56
    vci_ 20 56
    vck_ 20 56
    cfut_ 24 40 _-
    cfat_ 24 40 _-
    cfk_ 24 40 _-
    v1.0- 60 171 -
    tk-us- 24 48 _-
    AQVN 30 38 _-
    t1. 60 120 _-=.
    sha256~ 30 43 _-
    ops_eyJ 40 250 +/=
    pul- 24 40
    pscale_tkn_ 24 43 _-.=
    pscale_pw_ 24 43 _-.=
    pscale_oauth_ 24 43 _-.=
    sbp_ 24 40 _
    sb_secret_ 16 31 _-
    xau_ 24 32
    pnu_ 24 36
    pnb_ 24 36
    ico- 24 32
    dp.pt. 24 43
    dp.st. 24 43 .-_
    dp.ct. 24 43
    dp.sa. 24 43
    dp.scim. 24 43
    dp.audit. 24 43
    hvs. 20 90 _-
    hvb. 20 138 _-
    hvr. 20 90 _-
    tskey- 12 30 -
    # Source code and packages
    ghp_ 16 36
    gho_ 16 36
    ghu_ 16 36
    ghs_ 16 36 _-.
    ghr_ 16 36
    github_pat_ 16 82 _
    glpat- 16 20 _-.
    gldt- 16 20 _-
    glrt- 16 20 _-.
    glrtr- 16 20 _-.
    glptt- 20 40
    glcbt- 16 25 _-
    glft- 16 20 _-
    glffct- 16 20 _-
    glimt- 16 25 _-
    glagent- 24 50 _-
    gloas- 24 64 _-
    glsoat- 16 20 _-
    glwt- 16 20 _-
    GR1348941 16 20 _-
    ATATT3 30 186 _-=
    ATCTT3 30 186 _-=
    ATBB 24 32
    BBDC- 24 44 _-+/
    ATTA 40 72
    sgp_ 30 57 _
    slk_ 40 64
    CCIPAT_ 24 63 _
    CCIPRJ_ 24 63 _
    bkua_ 24 40
    bkct_ 24 40
    squ_ 24 40
    sqp_ 24 40
    sqa_ 24 40
    pypi- 24 160 _-
    npm_ 24 36
    packagist_ut_ 24 60
    packagist_ort_ 24 60
    aio_ 24 28
    rubygems_ 24 48
    cio 30 32
    oy2 36 43
    dckr_pat_ 16 27 _-
    dckr_oat_ 16 32 _-
    AKCp 40 69
    cmVmd 40 59
    CLOJARS_ 30 60
    API- 24 26
    # Messengers and mail
    xoxa- 10 40 -
    xoxb- 10 50 -
    xoxc- 10 50 -
    xoxd- 10 60 -%+/=
    xoxe- 10 50 -
    xoxe. 10 60 -.
    xoxo- 10 50 -
    xoxp- 10 70 -
    xoxr- 10 50 -
    xoxs- 10 50 -
    xapp- 10 80 -
    xwfp- 10 60 -
    SG. 30 66 _-.
    key- 28 32
    mlsn. 40 64
    xkeysib- 40 81 -
    xsmtpsib- 40 81 -
    syt_ 24 50 _
    mct_ 24 36 _
    # Payment and shops
    sk_live_ 10 24 _
    sk_test_ 10 24 _
    sk_prod_ 10 24 _
    rk_live_ 10 24 _
    rk_test_ 10 24 _
    rk_prod_ 10 24 _
    sk_org_ 10 24 _
    whsec_ 16 32 +/=
    rzp_live_ 14 14
    rzp_test_ 14 14
    shpat_ 24 32
    shpca_ 24 32
    shppa_ 24 32
    shpss_ 24 32
    shptka_ 24 32
    sq0atp- 20 22 _-
    sq0csp- 30 43 _-
    sq0idp- 20 22 _-
    EAAA 40 60 _-
    EAA 80 150
    shippo_live_ 24 40
    shippo_test_ 24 40
    duffel_live_ 30 43 _-=
    duffel_test_ 30 43 _-=
    EZAK 40 54
    EZTK 40 54
    FLWSECK- 24 32 -
    FLWSECK_TEST- 12 32 -
    access-production- 30 36 -
    access-sandbox- 30 36 -
    access-development- 30 36 -
    access_token$production$ 24 48 $
    # Models
    sk- 20 48 _-
    csk- 30 48
    gsk_ 30 52
    r8_ 28 37
    pplx- 30 48
    xai- 40 80
    hf_ 26 34
    api_org_ 26 34
    nvapi- 40 64 _-
    pcsk_ 30 70 _
    tvly- 20 32 -
    lsv2_pt_ 24 43 _
    lsv2_sk_ 24 43 _
    tgp_v1_ 30 43 _-
    fw_ 20 24
    jina_ 40 60 _-
    sk_ 40 48
    e2b_ 30 40
    fc- 30 32
    ghm_ 24 36
    # Work and observation
    glsa_ 24 41 _
    glc_ 30 120 +/=
    eyJrIjoi 20 70 +/=
    NRAK- 20 27
    NRAA- 20 27
    NRII- 24 32 -_
    NRJS- 16 19
    NRRA- 20 42
    lin_api_ 24 40
    lin_oauth_ 24 64
    secret_ 32 43
    ntn_ 30 46
    figd_ 24 43 _-
    figo_ 24 43 _-
    PMAK- 24 59 -
    PMAT- 20 26
    sntrys_ 30 120 +/=_
    sntryu_ 30 64
    sntrya_ 30 64
    dt0c01. 40 89 .
    dt0s01. 40 89 .
    dt0s16. 40 89 .
    rdme_ 40 70
    pat-na1- 30 36 -
    pat-eu1- 30 36 -
    pat-na2- 30 36 -
    CFPAT- 30 43 _-
    tfp_ 40 59 _-.=
    sdk- 36 36 -
    hcaik_ 40 58
    xaat- 30 36 -
    xapt- 30 36 -
    phx_ 24 43 _-
    phs_ 24 43 _-
    nyk_ 30 40 _
    sec-c- 40 48
    sm_aat_ 14 16
    sm_pat_ 14 16
    sm_sat_ 14 16
    hawk. 30 41 _-.
    fio-u- 40 64 _-=
    BBFF- 24 30
    sl. 60 135 _-
    dG9rO 30 60 +/=_-
    sk.eyJ 30 90 _-.
    IGQ 80 150 _-
    o.1 26 33
    # Keys
    AGE-SECRET-KEY- 16 58 -
    AGE-PLUGIN- 16 60 -_+.
    age1secret 30 58
    nsec1 40 58
    xprv 80 107
    yprv 80 107
    zprv 80 107
    tprv 80 107
    # A JSON Web Token: RFC 7519.
    eyJ 17 120 _-.=
    """
}
