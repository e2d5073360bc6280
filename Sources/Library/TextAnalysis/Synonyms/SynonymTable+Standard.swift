extension SynonymTable {
  /// The default table: English ordinal numbers, and British and American spellings.
  public static let standard: SynonymTable = {
    do throws(AnalysisError) {
      return try SynonymTable(parsing: standardText)
    } catch {
      // This cannot happen, because a test parses the text.
      return SynonymTable()
    }
  }()

  /// The lines of the default table, in the format of a file.
  public static let standardText = """
    # Ordinal numbers
    first, 1st
    second, 2nd
    third, 3rd
    fourth, 4th
    fifth, 5th
    sixth, 6th
    seventh, 7th
    eighth, 8th
    ninth, 9th
    tenth, 10th
    eleventh, 11th
    twelfth, 12th
    thirteenth, 13th
    fourteenth, 14th
    fifteenth, 15th
    sixteenth, 16th
    seventeenth, 17th
    eighteenth, 18th
    nineteenth, 19th
    twentieth, 20th
    thirtieth, 30th
    hundredth, 100th

    # British and American spellings
    aeroplane, airplane
    aluminium, aluminum
    analogue, analog
    analyse, analyze
    analysed, analyzed
    analysing, analyzing
    apologise, apologize
    artefact, artifact
    authorise, authorize
    authorised, authorized
    behaviour, behavior
    behaviours, behaviors
    calibre, caliber
    cancelled, canceled
    cancelling, canceling
    catalogue, catalog
    catalogues, catalogs
    centre, center
    centres, centers
    centred, centered
    cheque, check
    colour, color
    colours, colors
    coloured, colored
    cosy, cozy
    customise, customize
    customised, customized
    defence, defense
    dialogue, dialog
    dialogues, dialogs
    emphasise, emphasize
    enrol, enroll
    favour, favor
    favourite, favorite
    favourites, favorites
    fibre, fiber
    flavour, flavor
    fulfil, fulfill
    grey, gray
    harbour, harbor
    honour, honor
    humour, humor
    initialise, initialize
    initialised, initialized
    jewellery, jewelry
    judgement, judgment
    kilometre, kilometer
    kilometres, kilometers
    labelled, labeled
    labour, labor
    licence, license
    licences, licenses
    litre, liter
    litres, liters
    localise, localize
    manoeuvre, maneuver
    metre, meter
    metres, meters
    minimise, minimize
    maximise, maximize
    modelling, modeling
    mould, mold
    neighbour, neighbor
    neighbours, neighbors
    normalise, normalize
    normalised, normalized
    offence, offense
    optimise, optimize
    optimised, optimized
    optimisation, optimization
    organise, organize
    organised, organized
    organisation, organization
    organisations, organizations
    paediatric, pediatric
    plough, plow
    practise, practice
    programme, program
    programmes, programs
    pyjamas, pajamas
    realise, realize
    recognise, recognize
    recognised, recognized
    rumour, rumor
    sceptical, skeptical
    serialise, serialize
    signalling, signaling
    summarise, summarize
    sulphur, sulfur
    synchronise, synchronize
    synchronised, synchronized
    theatre, theater
    traveller, traveler
    travelling, traveling
    tyre, tire
    tyres, tires
    utilise, utilize
    visualise, visualize
    """
}
