/// Words as people misspell and mistype them, each with the word that was meant.
enum Misspellings {
  /// The errors with which the costs of ``TypingChannel`` were chosen.
  static let known = pairs(
    """
    recieve receive; seperate separate; definately definitely; occured occurred; accomodate
    accommodate; teh the; nad and; kernal kernel; mesage message; direcotry directory; acheive
    achieve; adress address; agressive aggressive; apparant apparent; arguement argument;
    begining beginning; beleive believe; calender calendar; catagory category; comittee
    committee; commited committed; completly completely; concious conscious; copywrite
    copyright; decieve deceive; dependancy dependency; desparate desperate; dissapear
    disappear; dissapoint disappoint; embarass embarrass; enviroment environment; existance
    existence; experiance experience; foriegn foreign; fourty forty; foward forward; freind
    friend; futher further; goverment government; gaurd guard; guage gauge; happend happened;
    harrass harass; heirarchy hierarchy; immediatly immediately; incidently incidentally;
    independant independent; interupt interrupt; knowlege knowledge; liason liaison; libary
    library; lisence license; maintainance maintenance; millenium millennium; mispell
    misspell; neccessary necessary; noticable noticeable; occurence occurrence; occassion
    occasion; persistant persistent; posession possession; prefered preferred; priviledge
    privilege; probaly probably; proffesional professional; promiss promise; publically
    publicly; pronounciation pronunciation; realy really; recomend recommend; refered
    referred; referance reference; relevent relevant; religous religious; remeber remember;
    resistence resistance; responce response; rythm rhythm; sieze seize; similiar similar;
    sincerly sincerely; speach speech; succesful successful; supercede supersede; suprise
    surprise; tommorow tomorrow; tounge tongue; truely truly; unforseen unforeseen; untill
    until; wether whether; wich which; wierd weird; writen written; writting writing; sentance
    sentence; basicly basically; belive believe; buisness business; collegue colleague;
    comming coming; critisism criticism; curiousity curiosity; dilemna dilemma; exagerate
    exaggerate; excelent excellent; explaination explanation; familar familiar; finaly
    finally; grammer grammar; garantee guarantee; hieght height; humourous humorous; ignorence
    ignorance; intresting interesting; jist gist; langauge language; lenght length; mathmatics
    mathematics; medecine medicine; minumum minimum; nieghbour neighbour; ocassionally
    occasionally; paralell parallel; pasword password; phisical physical; fysical physical;
    posible possible; powerfull powerful; practicle practical; preceeding preceding; proccess
    process; progam program; reccommend recommend; rember remember; sytem system; sucess
    success; temperture temperature; threshhold threshold; transfered transferred; usefull
    useful; vaccum vacuum; vegatable vegetable; visable visible; responsable responsible;
    compatable compatible; availible available; flexable flexible; wensday wednesday; febuary
    february; adn and; hte the; thier their; taht that; whcih which; wiht with; funtion
    function; fucntion function; fuction function; funciton function; retrun return; reutrn
    return; pritner printer; printre printer; netwrok network; newtork network; conection
    connection; connexion connection; confguration configuration; configuraton configuration;
    configuartion configuration; paramter parameter; paramater parameter; arguemnt argument;
    varaible variable; varible variable; memroy memory; memmory memory; momory memory; databse
    database; datbase database; databsae database; serach search; saerch search; seach search;
    documnet document; docuemnt document; documentaion documentation; docmentation
    documentation; instal install; installaton installation; intsall install; isntall install;
    pacakge package; packge package; pakcage package; updaet update; upadte update; upgarde
    upgrade; performence performance; preformance performance; permision permission;
    permissons permissions; execuatble executable; exectuable executable; excutable
    executable; comand command; commnad command; compiller compiler; compilier compiler;
    libaries libraries; librarys libraries; initalize initialize; initilization
    initialization; sychronous synchronous; asynchonous asynchronous; sycnhronize synchronize;
    proccessor processor; procesor processor; buffre buffer; bufer buffer; interpretor
    interpreter; recusive recursive; recursivly recursively; algoritm algorithm; algorythm
    algorithm; alogrithm algorithm; charachter character; charater character; caracter
    character; seqeunce sequence; sequnce sequence; specifiy specify; specfic specific;
    spesific specific; specificaly specifically; sepcify specify; keybaord keyboard; keyborad
    keyboard; kyeboard keyboard; mounse mouse; montior monitor; moniter monitor; widnow
    window; winodw window; windwo window; filesytem filesystem; fiel file; flie file;
    attachement attachment; attachemnt attachment; encypt encrypt; encription encryption;
    certficate certificate; cerificate certificate; autentication authentication;
    authetication authentication; authentification authentication; autorize authorize;
    signatrue signature; schedual schedule; schedular scheduler
    """)

  /// Other errors.
  static let others = pairs(
    """
    abscence absence; accidently accidentally; acknowlegement acknowledgement; adequit
    adequate; aquire acquire; alledged alleged; amature amateur; anually annually; appearence
    appearance; asess assess; athiest atheist; awfull awful; becuase because; becomming
    becoming; benificial beneficial; boundry boundary; brillient brilliant; carrer career;
    cemetary cemetery; changable changeable; collumn column; colomn column; comparision
    comparison; compatibilty compatibility; concensus consensus; conferance conference;
    consistant consistent; contian contain; controll control; convienient convenient;
    corospond correspond; defenition definition; delimeter delimiter; descripton description;
    developement development; diffrence difference; diferent different; dimention dimension;
    disapline discipline; effecient efficient; eigth eighth; elemnt element; equiptment
    equipment; equivelant equivalent; excercise exercise; extention extension; extremly
    extremely; fasion fashion; feild field; fianl final; folowing following; freqency
    frequency; generaly generally; greatful grateful; harware hardware; heigth height;
    identifer identifier; imformation information; implemention implementation; implimentation
    implementation; indispensible indispensable; inital initial; inteligence intelligence;
    interseting interesting; knwo know; lables labels; legitamate legitimate; liek like;
    manualy manually; manuever maneuver; mecanism mechanism; miniture miniature; modul module;
    mulitple multiple; multipule multiple; neigbor neighbor; nesessary necessary; normaly
    normally; numberic numeric; ocurrence occurrence; ommit omit; ommited omitted; oportunity
    opportunity; optinal optional; orginal original; overriden overridden; parrallel parallel;
    partion partition; particuler particular; peform perform; pharmasy pharmacy; posative
    positive; potatos potatoes; prefrence preference; presance presence; prevelant prevalent;
    proably probably; procedue procedure; propery property; protocoll protocol; quantaty
    quantity; questionaire questionnaire; reciept receipt; reconize recognize; relase release;
    reponse response; repositroy repository; requirment requirement; restaraunt restaurant;
    reveiw review; saftey safety; scripit script; secratary secretary; secuirty security;
    serivce service; sevice service; sheduled scheduled; simpley simply; soruce source;
    standart standard; statment statement; storag storage; stuctures structures; subscripton
    subscription; sucessfully successfully; sumary summary; suport support; swithc switch;
    temporaly temporarily; thsi this; tiem time; tranmission transmission; transalte
    translate; udpate update; unecessary unnecessary; usally usually; utilitiy utility; valeu
    value; verison version; verfiy verify; virutal virtual; volumn volume; waht what; warnign
    warning; wokr work; yeild yield
    """)

  private static func pairs(_ text: String) -> [(typed: String, meant: String)] {
    entries(of: text).map { ($0[0], $0[1]) }
  }

  /// The fields of entries that semicolons separate.
  static func entries(of text: String) -> [[String]] {
    text.split(separator: ";").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
  }
}
