// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The words of a language after which a period does not end a sentence (AST-2).
struct Abbreviations {
  /// The words in lower case, without their last period, separated by white space.
  ///
  /// A sentence ends much less often than a key is pressed, so the list is searched as it is.
  private let words: String
  /// Whether a period after a number of one or two digits makes it an ordinal number, as in the
  /// German `3. Mai`.
  private let hasOrdinals: Bool

  /// Returns the abbreviations of a language; of an unknown one only the patterns apply.
  static func of(_ language: LanguageTag) -> Abbreviations {
    let key = aliases[language.language] ?? language.language
    return table[key] ?? none
  }

  /// Reports whether the text before a period is an abbreviation or an ordinal number.
  ///
  /// - Parameter reader: reads the text before the period; it is moved.
  /// - Returns: whether the period does not end a sentence.
  func end(with reader: inout BackwardReader) -> Bool {
    var word = ""
    var isNumber = true
    // Abbreviations contain periods and hyphens: `e.g`, `c.-à-d`.
    while let scalar = reader.next, scalar.isWordPart || scalar == "." || scalar == "-" {
      // The longest entry is much shorter.
      guard word.unicodeScalars.count < 16 else { return false }
      word.unicodeScalars.insert(scalar, at: word.startIndex)
      if !("0"..."9").contains(scalar) { isNumber = false }
      reader.advance()
    }
    if word.isEmpty { return false }
    if isNumber {
      // A number at the start of a line numbers a list.
      reader.skip { $0.isSpace && !$0.isLineEnd }
      return hasOrdinals && word.utf8.count <= 2 && reader.next.map { !$0.isLineEnd } == true
    }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    let areLetters = parts.allSatisfy { $0.count == 1 && $0.unicodeScalars.first?.isLetter == true }
    if parts.count > 1, areLetters { return true }
    if isListed(word.lowercased()) { return true }
    return parts.count == 1 && Self.follows(word, &reader)
  }

  private func isListed(_ word: String) -> Bool {
    words.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .contains { $0.elementsEqual(word.utf8) }
  }

  /// Whether a short part follows another one after a space, as `B` does in the German `z. B`.
  private static func follows(_ part: String, _ reader: inout BackwardReader) -> Bool {
    guard part.count <= 2, reader.next?.isSpace == true, reader.next?.isLineEnd == false else {
      return false
    }
    reader.advance()
    guard reader.next == "." else { return false }
    reader.advance()
    var length = 0
    while let scalar = reader.next, scalar.isLetter, length < 3 {
      length += 1
      reader.advance()
    }
    guard length > 0, reader.next != ".", reader.next?.isWordPart != true else { return false }
    return length == 1 || length == 2 && part.count == 1
  }

  private init(_ words: String, hasOrdinals: Bool = false) {
    self.words = words
    self.hasOrdinals = hasOrdinals
  }

  private static let none = Abbreviations("")
  // The tags of the two written forms of Norwegian, and the tag for either.
  private static let aliases = ["no": "nb", "nn": "nb"]

  /// Abbreviations that are usually followed by more of the sentence.
  ///
  /// Words that also end sentences, such as the English `no.` for number, are left out.
  private static let table: [String: Abbreviations] = [
    "en": Abbreviations(
      """
      mr mrs ms mx dr prof st sr jr rev hon gen col maj capt lt sgt cpl gov sen rep pres messrs
      etc eg ie vs cf ca approx esp incl excl resp al viz dept est fig figs vol vols pp ed eds ext
      tel max min mt ave blvd bldg rm apt ph.d m.d jan feb mar apr jun jul aug sep sept oct nov
      dec mon tue tues thu thur thurs fri misc
      """),
    "de": Abbreviations(
      """
      abb abs abt allg angeb anm aufl ausg bd bearb begr bes bez bspw bzgl bzw ca dgl dipl dr ebd
      ehem eigtl einschl entspr erw etc evtl exkl f ff fr frl gebr geb gem gest ggf ggü hbf hl hr
      hrn hrsg ing inkl insb jh jhd jr kap kath kfm lfd lt mind min mio mrd mtl nr od phil prof
      resp rd s sog sp st std str stv tel tgl ugs usf usw verf vgl vorm vors vs z zit zz zzgl jan
      feb mär apr jun jul aug sep sept okt nov dez
      """, hasOrdinals: true),
    "nl": Abbreviations(
      """
      aanw afb afd afz alg art bijv blz bv ca cf d.m.v dhr div dr drs e.d enz etc evt excl fam fig
      gem geb hfst hoofdst incl ing ir jhr jl mej mevr mgr min mr mw nl nr ong opm pag par plm
      prof red resp sr st str t.a.v t.o.v tel vb vgl vnl voorz wed zgn zog jan feb mrt apr jun jul
      aug sep sept okt nov dec
      """),
    "da": Abbreviations(
      """
      adr afd afs alm ang anm bd bem bl.a ca cand div dr e.kr eks ekskl el evt f f.eks f.kr fa ff
      fhv fig fx gl hhv hr ifm ift inkl jf jr kap kgl kl lign maks mdl md mht mia mio mr mv nr
      o.lign osv pga pr prof red resp skt sml stk str tlf ugtl vedr vs jan feb mar apr jun jul aug
      sep sept okt nov dec tors lør søn
      """, hasOrdinals: true),
    "sv": Abbreviations(
      """
      adr anm avd avs bl.a ca civ.ing dir doc dr dvs e.kr ekon el enl etc ev ex exkl f f.d f.kr
      fil.dr fr fr.o.m föreg förf hr inkl jfr jr kap kl kungl lic m.fl m.m max milj mfl mm mrd nr
      obs osv p.g.a pga prof red resp s.k sid sk str t.ex t.o.m tel tex tfn jan feb mar apr jun
      jul aug sep sept okt nov dec mån tis ons tors fre lör sön
      """),
    "nb": Abbreviations(
      """
      adm adr alm ang anm avd bl.a ca cand dir dr e.kr eks ekskl el etc ev evt f f.eks f.kr fig
      flg fork forts fr gnr hhv hr hr.adv inkl istf iht jf jr kap kgl kl maks mht mill mrd mv nr
      osv p.g.a pga pr prof red resp siv.ing spm stk str tlf tsj utg vedr vha vs jan feb mar apr
      jun jul aug sep sept okt nov des tors lør søn
      """, hasOrdinals: true),
    "fi": Abbreviations(
      """
      alk ao as eaa eim ent erit esim fil.toht fil.maist ha huom hra hlö ilm jaa jatk jms jne joht
      jr kaup ko ks kts l lis lkm lyh läh m mahd maks mfr mieh min mm mrd muk n nk nim nro ns nyk
      oik ok op os p pj po prof puh puhj pvm r s seur sit siht so ss st synt t.s tal tri toim tod
      ts tms tmv toht ulk ummk v vas vast vrt vs yht yleis yliop ym yms
      """, hasOrdinals: true),
    "fr": Abbreviations(
      """
      adj adr al apr av bd bibl boul c.-à-d cf ch chap coll dép dir dr éd env etc ex excl fasc fig
      fém gén hab hôp ibid id incl ing inf init intr irrég j.-c lieut loc m masc mgr min mlle mme mr
      mrs n.b obs oct op p p.ex par paragr part pp préf prof qqch qqn réf resp rem sing s.v st ste
      suiv sup suppl symb tél tom trad univ v vol vs janv févr avr juil sept nov déc
      """),
    "it": Abbreviations(
      """
      abbr all ag art artt arch avv c.a c.so ca cap capp cav cfr cit comm cod col cpv dept dir
      dott dott.ssa dr ecc ed egr ep es fam fig figg fil gen geom gent giov gr id ill ing int jr
      lett loc lt mag max min mons mr n.b nn num on op p.es pag pagg par pp prof prof.ssa ras rag
      reg rev rif sec seg segg sig sig.ra sigg sig.na spett ss st tab tel tit trad u.s v.le vd vol
      voll vs genn febbr apr magg giu lug sett ott nov dic lun mart merc ven sab dom
      """),
    "es": Abbreviations(
      """
      a.c admón adm afmo apdo aprox art arts atte av avda ayto bibl c.c cap caps cía cf cfr col
      coord cta cte d.c dcha depto dir dna doc dpto dr dra dto ed edit ej entlo esq etc excmo
      excma exc ext fdo fig figs gral gob gtos hno hnos ibíd íd ilmo ilma imp incl izda izq izqdo
      lic máx mín mtro n.b núm núms ob p.ej pág págs párr pl pp ppal prof profa prov pta pte ptas
      p.d reg rev s.a sec sig sr sra sres sras srta ss sta sto tel telf tít trad ud uds ús v.gr vd
      vds vol vols ene feb abr may jun jul ago sept oct nov dic lun mié jue vie sáb dom
      """),
    "pt": Abbreviations(
      """
      a.c adm al alm apart aprox art arts av bibl bl c.c cap caps cel cf cfr cia cód col comp cons
      coord cx d.c dep depto dir doc dr dra dras drs ed edit eng engª etc ex exa excl exmo exma
      fac fasc fig figs fl fls gen gov hab ibid id il ilmo ilma incl inf jr lda ltda lug lx máx
      méd min mun n.b nº núm obs op p.ex pág págs part pç pl pp prof profa profª prov pres ref rem
      rep rev sec séc sr sra sras sres srs srta st sta sto tb tel tít trad trav últ univ v.g vd
      vol vols jan fev abr mai jun jul ago set out nov dez
      """),
    "pl": Abbreviations(
      """
      al ang art bł bm bp br cd cdn cz dn doc dot dyr ds dz ew fr gen godz gr hab hr in inż itd
      itp jw kard kier kl kpt ks kwart lek lic łac m.in mec mies min mjr m.st n.e nast niem np nr
      ob obj op os oz p p.n.e pkt pl płk pn poł por pot pow prof prok proc przed przyp red ref reż
      ros rps rtm rys rozdz ryc s sek sierż sp str sw syn szt św tab tel tj tow tys tzn tzw ul ur
      ust ver vs w wg wł woj wsp właśc wyd zał zam zob zool
      """),
    "ru": Abbreviations(
      """
      акад англ бульв в вв вкл вып г гг гл гос гр грн д деп дер долл доп доц др ед ж.д зав зам изд
      илл инж исп итал ин кав кан кв кг кн коп корп кт л лат лит м макс мес мин мкр млн млрд мм мн
      моск нач напр наб нем неск н.э обл обр оз окр ок оп осн отд п пер пл пос пр пред прим проф
      просп р рис ред рос руб ряз с сб св сек сер см соч соб сокр спб ср ст стр тел т.е т.д т.п
      т.к т.н тов тыс тт ул упр ур фам фиг фр ч чел шт экз эт янв февр апр авг сент окт нояб дек
      пн вт чт пт вс
      """),
    "uk": Abbreviations(
      """
      акад англ бл бульв в вул г гг гр грн д див дит доц др ж.д заст зав ім ін інж ісп іт кв кг
      кін кн коп корп крб л лат лит м макс мал мін міс млн млрд мм напр нар нач нім о обл обр оз
      окр осн п пер пл пос порів пп пр прим пров проф просп р рис ред род рос рр рус с сб св сек
      сер см соч ст стор сх т.б т.д т.зв т.і т.ін т.п т.ч таб тел тис тов ум упор уряд ф фам фр ц
      цит ч чол шт янв січ лют бер квіт трав черв лип серп верес жовт листоп груд пн вт ср чт пт
      нд
      """),
    "tr": Abbreviations(
      """
      alb ank apt ar asb ast astsb av bkz bl bçvş bşk çev cad cm coğ cum çvş dr dz doç ecz ed edb
      erk ens fak faks fel fiz gen geo gön haz hlk hst hz i.ö i.s ist jeo kb krş kur m.ö m.s mah
      mat mec mim müh müt no nö onb ord ort osm örn öğr öğrt p prof psik sf sok st s şb ş şti tb
      tel tğm tic tls tar tug uzm üçvş üni vb vd vet vs y yb yd yrd yy yzb zf zm zool oca şub nis
      may tem ağu eyl
      """, hasOrdinals: true),
  ]
}
