/// Words of the documentation that Debian ships, each with the number of its documents of 48,754.
///
/// These are the words of ``Misspellings`` that occur, and the words that are likeliest to be taken
/// for them.
enum DocumentationWords {
  static let documents = Misspellings.entries(of: text).reduce(into: [String: Int]()) {
    $0[$1[0]] = Int($1[1])
  }

  private static let text = """
    abcence 1; abscence 1; absence 623; access 22002; accidentally 557; accidently 3;
    acciedently 1; accomidate 1; accommodate 352; accomodate 36; accum 11; achieve 821;
    acknowledgement 136; acknowledgment 166; acknowlegement 6; acquire 690; address 8747;
    adequat 13; adequate 167; adn 7; adress 30; adresse 129; aggressive 233; agressiva 1;
    agressive 12; algorithm 1909; algorithms 846; algoritm 2; algoritmo 21; allege 1; alleged
    10; alogrithm 3; amateur 97; and 41033; annually 29; anually 1; apparat 1; apparence 1;
    apparent 187; appearance 294; aqui 141; aquire 2; archive 2970; arguemnt 1; argument
    13371; arguments 15957; armature 1; assess 64; asynchnonous 3; asynchronous 1103; atest
    29; attachement 5; attachements 4; attachment 437; attest 12; autenticacion 22;
    authentication 1602; authentification 29; authentifikation 1; authorization 926; authorize
    178; autorise 29; available 26967; availble 7; availible 7; awffull 26; awful 47; basic
    2854; basically 619; basicly 5; beaconing 6; becauase 1; because 6022; becoming 367;
    becuase 13; before 11479; beggining 1; begining 5; beginning 2050; believe 308; believed
    115; beneficia 12; beneficial 127; billing 13470; blive 7; bound 1557; boundary 794;
    brilliant 6; bufer 8; buffer 4992; buffers 1545; business 602; busyness 4; calendar 212;
    calender 1; caracter 31; caractere 67; carrier 186; category 734; categorye 1; certficate
    7; certifcate 7; certificate 1089; cetrificate 2; change 18845; changeable 105; character
    4922; charakter 7; charater 1; colleague 3; college 3; colon 1091; column 1292; columns
    1254; comand 11; comando 307; coming 887; comitee 2; command 23377; commands 20659;
    comming 3; commit 2293; commited 29; committed 506; committee 128; commnad 2; comparable
    118; comparision 17; comparisions 8; comparison 930; compatable 5; compatibility 2791;
    compatibilty 15; compatible 7276; compatiblity 26; compilaer 3; compile 2113; compiler
    1512; complete 8004; completely 1854; completly 1; concious 5; concus 4; conection 11;
    conexion 26; conference 131; configuarcion 4; configuartion 4; configuraiton 2;
    configuration 21021; configurations 1662; conformance 189; connection 3417; connections
    1807; connexion 61; connexions 66; conscious 31; consensus 111; consensys 2; consistant 7;
    consistent 1420; constant 1353; contain 6834; contains 7739; control 8905; controll 1;
    controller 5670; convenient 853; convinient 1; coprire 11; copyright 10160; correr 25;
    correspond 996; corresponds 1306; criticism 85; criticisms 12; cumming 10; curiosity 4;
    curious 76; cwrite 2; dan 654; database 3010; databases 907; databse 2; decide 1079;
    defenitely 1; definitely 226; definition 2507; definitions 2930; delimeted 6; delimeter 5;
    delimiter 656; dependance 8; dependancy 10; dependency 1440; description 29925; descripton
    3; descriptor 2488; developement 4; development 5313; developpement 29; device 9437;
    diferent 33; diferente 101; difference 1787; differences 1365; different 7939; dilemma 11;
    dilemmas 1; dimension 106; dimensione 42; directori 49; directory 6921; disabling 1088;
    disappear 196; disappoint 3; discipline 114; disjoint 93; disparate 21; dissapear 4;
    dissappear 4; docuement 11; docuemnt 3; documenation 17; document 4155; documentaion 5;
    documentation 17107; documents 2445; doucmentation 3; each 14209; ecutable 12; efficient
    1154; eficient 7; eight 462; eighth 37; eigth 1; element 1588; elements 2049; elemnt 1;
    embarras 2; embrasse 1; encripcion 1; encrypt 572; encryption 1256; enviroment 7;
    environent 2; environment 4931; equipamento 1; equipment 172; equivalent 2842; equivilant
    1; esagerate 3; eth 273; exaggerated 1; excelente 17; excellent 367; except 4224;
    excercise 7; excercised 1; executable 1540; executables 477; exercise 277; existance 33;
    existence 643; existince 2; experience 608; experienced 176; explaination 3; explanation
    2034; explanations 243; extension 2656; extensions 2221; extention 18; extreme 333;
    extremely 470; extremly 3; fail 3860; failed 2350; familiar 359; family 1990; fashion
    1277; father 9; february 369; febuary 2; feburary 3; feild 1; fiel 8; field 8217; file
    28083; filesystem 2886; filesytem 8; fileystem 6; final 1913; finally 2180; find 4730;
    fiscal 5; flexible 760; flexibly 19; flie 1; flowing 89; fly 351; following 17485;
    folowing 2; foreign 630; forign 1; forty 2; forward 1450; four 1921; fourth 383; freqency
    3; frequence 2; frequency 3018; friend 61; fucntion 23; fuction 2; funcion 14; funciton 4;
    function 8530; functions 6453; funtion 25; further 3927; fusion 87; futher 13; garante 16;
    garantee 2; gauge 53; general 5516; generally 2370; gist 30; gnuage 1; governed 151;
    government 89; grammar 306; grammer 11; gramner 1; grateful 15; guarantee 1229; guard 522;
    guards 199; hadrware 1; happend 9; happened 621; happens 1903; hardware 6276; harness 129;
    harris 107; harware 1; height 560; heirarchy 4; het 235; hierarchy 1198; high 4830; hight
    13; hirarchy 5; hte 321; humongous 6; humorous 1; identifer 1; identifier 18085; identify
    2129; ignorance 17; ignoree 8; immediate 614; immediately 5207; implemenation 11;
    implementation 4783; implementations 1774; implemention 13; implimentation 1; incidental
    458; incidentally 59; incidently 4; independant 7; independante 2; independent 2199;
    indispensabile 7; indispensable 53; informacion 104; information 12899; inital 6;
    initalization 15; initalize 8; initial 3829; initialization 1934; initialize 1606;
    initilization 3; instal 88; instala 68; install 3863; installation 2647; installato 71;
    inteligente 15; intelligence 116; interacting 219; interesting 1249; interpretar 13;
    interpreter 839; interpretor 7; interrupt 3723; interrupts 3322; intersecting 18; interupt
    3; intial 4; intialize 8; isntall 1; item 4464; jest 87; just 5992; kalender 6; kernal 2;
    kernel 11658; kernels 1754; keyboard 622; keyboards 158; know 3273; knowledge 574; label
    2740; labels 1851; lables 1; langague 3; langauge 5; language 3536; legitimate 296;
    legitimately 128; lenght 6; length 4198; lent 17; liaison 8; libares 1; libaries 3; libary
    14; libraries 1590; library 6134; librarys 2; libray 6; licence 145; license 13407; like
    8236; link 4128; lion 44; lisence 7; maintainance 6; maintanence 4; maintenance 1223;
    mamory 1; manuale 253; manualer 3; manually 2115; manualy 4; manueller 1; matematics 1;
    mathematics 54; mature 92; mecanismo 64; mechanism 2801; medicina 3; medicine 45; memmory
    1; memori 16; memory 8377; mesage 7; message 4905; messages 3253; millenium 3; millennium
    12; mimimum 8; mineure 6; miniature 9; minimum 3010; minium 2; misspell 7; model 2761;
    modul 90; module 6443; monitor 1680; monteiro 107; monter 16; mounce 2; mouse 333;
    mulitple 2; multiple 6482; multiply 264; myspell 27; nad 28; nat 418; neccesary 3;
    neccessary 14; necessari 106; necessary 3919; neighbor 99; neighbour 30; network 5973;
    networks 1124; nknowledge 2; normal 3532; normally 2425; normaly 2; notable 391; noticable
    13; noticeable 177; now 5831; number 14875; numeric 1356; occasion 50; occasionally 407;
    occasions 105; occur 2038; occurance 4; occured 53; occurence 24; occurred 1160;
    occurrence 462; omit 1069; omitted 2485; ommit 4; ommited 8; ommitted 15; opportunita 18;
    opportunity 325; optimal 472; optinal 1; optional 8037; orginal 7; orginally 11; original
    4430; overfull 7; overridden 1074; override 2534; overriden 42; pacakge 3; package 5945;
    packages 3451; packge 3; page 11357; pakcage 1; paralell 5; parallel 2439; parallell 10;
    paramater 9; parameter 4562; parameters 5284; parametr 7; paramter 15; parmas 2; parralel
    2; particular 5166; particulier 62; partion 3; partition 1115; password 1586; passwort 65;
    peform 1; peformance 5; perform 3143; performance 3615; performances 110; permision 1;
    permission 8602; permissions 2191; permissons 1; persistant 10; persistante 1; persistent
    938; phsyical 5; physical 2452; portion 750; posible 74; positive 1351; possession 51;
    possible 7593; possibly 1929; postive 5; potato 61; potuto 15; powerful 466; practical
    495; practice 1554; pragma 342; preceding 676; preceeding 14; prefered 42; preference 486;
    preferred 1423; preffered 6; preform 10; presence 1080; presense 14; prevalent 21; prevent
    2765; print 5330; printed 1317; printer 419; priviledge 5; privilege 388; privileges 1105;
    probable 100; probably 2152; proccessor 1; procedu 1; procedure 996; proceeding 175;
    proces 109; procesor 6; process 9742; processor 2127; processors 809; profesional 4;
    professional 130; progam 1; program 5949; promisc 43; promise 259; promises 230;
    pronunciation 5; properly 2399; property 11509; propery 1; prosesor 12; protocol 3651;
    protokoll 57; provably 29; psession 14; publica 73; publically 16; publicly 610; quantita
    27; quantity 139; questionare 4; questionnaire 26; really 2234; realy 3; receber 26;
    receipt 111; receive 2305; received 2497; recieve 6; recipt 1; recognise 85; recognize
    656; recomenda 9; recommend 569; recommended 2886; recursive 898; recursively 586;
    recusive 2; refer 4207; referanse 9; refered 4; reference 10476; referred 1192; relace 19;
    relase 2; relavent 3; release 5732; relevant 2363; relevent 12; religious 5; rely 1224;
    rember 1; remember 882; renumber 53; reponse 35; reponses 20; repositori 39; repository
    2360; requirement 1047; requirements 2490; rerun 125; resistance 139; resistenza 7;
    responce 4; responsabile 15; responsable 59; response 1746; responses 527; responsible
    1234; restaurant 3; restful 7; restraint 2; retrun 3; return 10735; returns 5790; reutrn
    1; review 861; reviews 173; revious 1; rhythm 33; rythme 1; safely 951; safety 1677;
    schedular 1; schedule 830; scheduled 777; scheduler 1865; schedutil 48; script 3573;
    scripts 2638; seach 2; search 3675; secretario 3; secretary 11; securite 138; security
    6253; seize 10; sentence 285; sentences 107; separate 3730; separated 5266; seperate 29;
    seqence 3; sequence 2587; sequeunce 3; sequnce 1; serch 1; service 16723; services 6030;
    sheduled 2; siehe 237; signatrue 11; signature 1365; signatures 708; similaire 37; similar
    4687; similiar 5; simple 5336; simply 3192; sincere 3; sincerely 1; size 11352; source
    13643; sources 2562; speak 198; specfic 1; specifc 3; specific 9492; specifically 1589;
    specificaly 1; specificly 1; specifiy 5; specify 11306; speech 90; spesific 2; spesifik
    37; standar 59; standard 8945; standart 13; statement 1445; statements 904; statment 3;
    stem 63; storage 2959; storing 901; structure 4344; structures 2105; stuctures 2;
    subscription 244; subscriptions 181; succesful 4; success 3519; successful 1748;
    successfully 1510; sucess 7; sucessfully 3; sucesso 41; sumarry 1; summary 1506; sunrise
    11; supercedes 27; supersede 73; suport 55; suporte 72; support 11365; suprise 5; surprise
    83; switch 3554; swithch 6; synchronise 53; synchronize 485; synchronous 899; system
    13620; sytem 8; taht 9; tant 160; teh 39; temperature 823; temperatures 221; temporally 7;
    temporarily 1038; that 26144; the 45302; their 7917; these 28097; this 38284; threshold
    984; tiem 2; tier 216; time 11472; tomorrow 50; tonge 4; tongue 3; toward 218; transfer
    1701; transfered 10; transferred 445; transition 901; translate 1288; translated 700;
    transmission 603; treshhold 1; true 5658; truely 1; truly 251; tune 487; udpate 12;
    unecessary 23; unforeseen 31; unforseen 3; unfrozen 19; unnecessary 1141; until 4070;
    upadte 2; update 8671; updated 4498; upgrade 1477; upgrades 554; useful 5593; usefull 26;
    usefully 41; usly 1; usually 4669; util 1011; utilities 1074; utility 1456; vaccum 10;
    vacuum 121; value 15161; values 9165; varable 5; variable 5421; varibale 14; varible 11;
    vegetable 1; vegetables 1; verfiy 5; verify 1881; verison 4; verizon 11; version 12194;
    very 4565; viable 106; virtual 4667; virtuel 20; virutal 3; visable 2; visible 1716; volum
    8; volume 953; volumen 7; want 6781; warnign 1; warning 3695; warnings 1426; weather 35;
    wednesday 50; weird 255; wendy 6; wether 8; what 6633; whch 5; whcih 2; whether 5844;
    which 18737; whit 5; wich 13; wierd 4; wiht 8; window 1712; windows 2512; wired 265; wish
    1236; with 35619; work 6808; works 3826; write 9114; writen 21; writing 4173; written
    5597; writting 2; yield 528; yields 323
    """
}
