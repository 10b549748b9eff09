// SPDX-License-Identifier: Apache-2.0

/// Frequent mistakes that no measure of similarity finds: lists of words have them, they need more
/// than one word, or they look like several other words.
///
/// The lists are short, because most mistakes follow from the words and their frequencies. A
/// mistake that is also a rare word is listed only if nearly everyone who types it means the other
/// word.
enum FrequentMistakes {
  /// The mistakes of a language in lower case, each with the text that is meant.
  static func of(_ language: String) -> [String: String] { table[language] ?? [:] }

  private static let table: [String: [String: String]] = lists.mapValues { list in
    var mistakes: [String: String] = [:]
    for line in list.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let meant = line[..<colon]
      for mistake in line[line.index(after: colon)...].split(separator: " ") {
        mistakes[String(mistake)] = String(meant)
      }
    }
    return mistakes
  }

  /// For each language lines with a text, and the mistakes for it.
  private static let lists: [String: String] = [
    "da": """
    ikke: ikek
    desværre: desvære
    i hvert fald: ihvertfald
    i stedet for: istedetfor
    interessant: interesant
    """,
    "de": """
    nicht: nciht nihct
    und: udn
    auch: auhc acuh
    also: aslo
    das: dsa
    vielleicht: vieleicht villeicht
    Standard: standart
    Widerspruch: wiederspruch
    endgültig: entgültig
    nämlich: nähmlich
    wahrscheinlich: warscheinlich
    eigentlich: eigendlich
    gar nicht: garnicht
    interessant: intressant interresant
    Interesse: intresse
    Rhythmus: rythmus rhytmus
    Terrasse: terasse
    aggressiv: agressiv
    hält: hällt
    schön: schoen
    zumindest: zumindestens
    aus Versehen: ausversehen
    """,
    "en": """
    the: teh hte
    and: adn
    that: taht
    this: tihs thsi
    what: waht
    with: wiht
    just: jsut
    you: yuo
    their: thier
    because: becuase becasue
    friend: freind
    friends: freinds
    which: wich
    until: untill
    really: realy
    a lot: alot
    in fact: infact
    no one: noone
    as well: aswell
    at least: atleast
    that’s: thats
    what’s: whats
    won’t: wont
    here’s: heres
    there’s: theres
    where’s: wheres
    who’s: whos
    how’s: hows
    absence: absense
    achieve: acheive
    all right: allright
    apparent: apparant
    argument: arguement
    basically: basicly
    believe: beleive
    business: buisness bussiness
    calendar: calender
    category: catagory
    cemetery: cemetary
    committed: commited
    completely: completly
    conscious: concious
    definitely: definately definatly definitly defiantely
    desperate: desparate
    embarrassed: embarassed
    environment: enviroment
    existence: existance
    finally: finaly
    foreign: foriegn
    forty: fourty
    government: goverment
    grammar: grammer
    guarantee: garantee guarentee
    immediately: immediatly
    independent: independant
    knowledge: knowlege
    length: lenght
    library: libary
    maintenance: maintainance maintenence
    millennium: millenium
    necessary: neccessary necesary
    ninth: nineth
    noticeable: noticable
    occasion: occassion
    occurred: occured
    occurrence: occurence
    parliament: parliment
    perceive: percieve
    persistent: persistant
    piece: peice
    possession: posession possesion
    preferred: prefered
    privilege: privelege priviledge
    probably: probaly
    pronunciation: pronounciation
    publicly: publically
    receive: recieve
    received: recieved
    receiving: recieving
    recommend: recomend
    referred: refered
    relevant: relevent
    religious: religous
    remember: rember
    restaurant: resturant
    rhythm: rythm
    separate: seperate
    separated: seperated
    separately: seperately
    similar: similiar
    speech: speach
    strength: strenght
    successful: succesful successfull
    surprise: suprise
    surprised: suprised
    tendency: tendancy
    tomorrow: tommorow tommorrow tomorow
    tongue: tounge
    truly: truely
    useful: usefull
    usually: usualy
    vacuum: vaccum
    weird: wierd
    writing: writting
    """,
    "es": """
    que: qeu
    aquí: aqui
    así: asi
    ahí: ahi
    allí: alli
    día: dia
    días: dias
    todavía: todavia
    adiós: adios
    rápido: rapido
    a veces: aveces
    a través: atravez
    de repente: derrepente
    en serio: enserio
    o sea: osea
    por favor: porfavor
    sin embargo: sinembargo
    estaba: estava
    haber: haver
    haya: haiga
    hice: hize
    dijiste: dijistes
    """,
    "fi": """
    enää: enään ennään
    sydämen: sydämmen
    joka tapauksessa: jokatapauksessa
    """,
    "fr": """
    ça: ca
    c’est: cest
    c’était: cétait cetait
    j’ai: jai
    j’aime: jaime
    j’étais: jétais jetais
    n’est: nest
    qu’il: quil
    qu’ils: quils
    s’est: sest
    d’accord: daccord
    d’abord: dabord
    aujourd’hui: aujourdhui
    voilà: voila
    été: ete
    êtes: etes
    école: ecole
    parmi: parmis
    malgré: malgrés
    adresse: addresse
    appeler: apeller appeller
    bien sûr: biensur biensûr
    peut-être: peutetre peutêtre
    quelque chose: quelquechose
    beaucoup: beacoup
    évidemment: evidement
    vraiment: vraiement
    intéressant: interressant interessant
    mourir: mourrir
    toujours: toujour
    """,
    "it": """
    perché: perche
    più: piu
    così: cosi
    però: pero
    già: gia
    giù: giu
    ciò: cio
    può: puo
    po’: pò
    finché: finche
    caffè: caffe
    lunedì: lunedi
    martedì: martedi
    mercoledì: mercoledi
    giovedì: giovedi
    venerdì: venerdi
    proprio: propio
    d’accordo: daccordo
    soprattutto: sopratutto
    purtroppo: pultroppo
    conoscenza: conoscienza
    coscienza: coscenza
    """,
    "nb": """
    ikke: ikek
    i hvert fall: ihvertfall
    i alle fall: iallefall
    interessant: interresant interesant
    """,
    "nl": """
    niet: neit
    eigenlijk: eigelijk
    sowieso: zowiezo
    in principe: inprincipe
    per ongeluk: perongeluk
    interessant: interresant intressant
    waarschijnlijk: waarschijnelijk
    """,
    "pl": """
    proszę: prosze
    jesteś: jestes
    też: tez
    trochę: troche
    mogę: moge
    na pewno: napewno
    po prostu: poprostu
    na razie: narazie
    co najmniej: conajmniej
    w ogóle: wogóle wogole
    dziękuję: dziekuje
    właśnie: wlasnie
    wziąć: wziąść
    """,
    "pt": """
    já: ja
    água: agua
    com certeza: concerteza
    de repente: derepente
    por isso: porisso
    """,
    "ru": """
    в общем: вообщем
    то есть: тоесть
    потому что: потомучто
    как будто: какбудто
    не знаю: незнаю
    не хочу: нехочу
    здравствуйте: здраствуйте
    пожалуйста: пожалуста пожалуйсто
    извини: извени
    здесь: сдесь
    сделать: зделать
    участвовать: учавствовать
    будущий: будующий
    следующий: следущий
    агентство: агенство
    рассчитывать: расчитывать
    """,
    "sv": """
    och: ohc
    egentligen: igentligen
    intressant: intresant
    till och med: tillochmed
    någonstans: någonstanns
    definitivt: definativt
    """,
    "tr": """
    her şey: herşey hersey
    bir şey: birşey birsey
    hiçbir şey: hiçbirşey
    yalnız: yanlız
    yanlış: yalnış yanlis
    herkes: herkez
    değil: degil
    çok: cok
    için: icin
    güzel: guzel
    bugün: bugun
    şimdi: simdi
    doğru: dogru
    teşekkürler: tesekkurler
    maalesef: malesef
    sürpriz: süpriz
    şoför: şöför
    orijinal: orjinal
    tabii ki: tabiki
    """,
    "uk": """
    будь ласка: будьласка
    не знаю: незнаю
    на жаль: нажаль
    в цілому: вцілому
    """,
  ]
}
