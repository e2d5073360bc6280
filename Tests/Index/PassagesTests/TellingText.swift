/// A text with queries, and the words that a good passage for each query shows.
struct TellingText: Sendable {
  let text: String
  /// Each query as in ``PassageSample``, with its telling words, separated by spaces.
  let queries: [(query: String, words: String)]
}

extension TellingText {
  static let all = [manual, source, minutes, recipe, readme, german, letter] + more

  private static let manual = TellingText(
    text: """
      ---
      title: Pump manual
      tags: [pump, filter, pressure, valve, leak]
      ---

      Contents
      1 Pump and filter ........ 2
      2 Pressure of the valve ........ 5
      3 Leak of the pump seal ........ 9
      4 Winter and storage of the pump ........ 12

      Copyright 2021 Northern Pump Works. All rights reserved. The pump, the filter and the valve
      are protected by licence.

      1 Pump and filter

      This chapter is about the pump in general. The pump moves up to forty litres per minute. Clean
      the filter every fourth week with warm water and a soft brush, never with soap.

      2 Pressure of the valve

      The valve opens at a pressure of six bar. Turn the red screw to the left to lower the pressure
      of the valve; one turn changes it by half a bar.

      3 Leak of the pump seal

      If water drips below the housing, there is a leak in the seal. Replace the seal with part
      number 4711 and tighten the four bolts crosswise.

      4 Winter and storage of the pump

      Before winter, drain the pump completely. Frost breaks the housing within one night, so store
      the pump in a dry room above five degrees.
      """,
    queries: [
      ("clean/cleaning filter", "clean filter week warm water soft brush"),
      ("pressure valve", "valve opens pressure six bar"),
      ("leak seal", "leak seal water drips housing"),
      ("pump winter", "winter drain pump completely"),
      ("replace seal", "replace seal part 4711 bolts"),
      ("pump litres", "pump moves forty litres minute"),
    ])

  private static let source = TellingText(
    text: """
      // Copyright (c) 2018 The Queue Authors. All rights reserved.
      // Redistribution of this queue in source form is permitted under the licence.

      #include <queue.h>
      #include <producer.h>
      #include <consumer.h>
      #include <timeout.h>

      /* A queue with a fixed number of slots.
       *
       * A producer that finds the queue full waits until a consumer has taken an element. The
       * timeout of the wait is given in milliseconds, and zero means to wait for ever.
       */
      struct queue;

      // Returns the number of elements; the caller must hold the lock of the queue.
      int queue_count(struct queue *queue);

      /* Closes the queue. All waiting producers wake up with an error, and a consumer gets the
       * remaining elements first. */
      void queue_close(struct queue *queue);

      static void testProducerWaits(void) {
        struct queue *queue = queue_make(1);
        producer_start(queue);
        assert(producer_is_waiting(queue));
      }
      """,
    queries: [
      ("producer waits/waiting queue full", "producer queue full waits consumer taken element"),
      ("timeout milliseconds", "timeout wait milliseconds zero"),
      ("caller lock", "returns number elements caller hold lock"),
      ("close/closes queue waiting/wake", "closes queue waiting producers wake error"),
      ("consumer remaining", "consumer remaining elements first"),
    ])

  private static let minutes = TellingText(
    text: """
      Minutes of the parish council

      Home | Council | Minutes | Budget | Playground | Contact

      Present: Mrs. Abara, Mr. Lindqvist, Dr. Osei, Ms. Tanaka. Apologies: Mr. Brown.

      The minutes of the last meeting were read and approved. Mr. Lindqvist reported on the budget:
      the council has spent 41,300 crowns since January, which is less than planned. Dr. Osei asked
      about the playground. The swing must be repaired before May, because the chain is rusty; the
      council voted to pay 900 crowns for a new chain. Ms. Tanaka proposed a market on the square in
      September. Nobody objected, and Mrs. Abara will ask the farmers and the bakery. The street lamp
      near the old mill is broken again. The council will write to the power company, which has
      answered none of its letters. The next meeting is on 14 March at the school.
      """,
    queries: [
      ("council budget", "lindqvist reported budget council spent 41,300 crowns"),
      ("playground swing", "playground swing repaired may chain rusty"),
      ("market september", "tanaka proposed market square september"),
      ("street lamp", "street lamp old mill broken"),
      ("next meeting", "next meeting 14 march school"),
      ("power company", "write power company letters"),
    ])

  private static let recipe = TellingText(
    text: """
      Plum cake
      Apple cake
      Cherry cake
      Dough for cakes
      Sugar glaze

      Every autumn my grandmother baked so many cakes that the whole street smelled of butter. This is
      how she did it. For the dough, knead 300 g of flour, 150 g of butter and one egg, and let it
      rest for an hour in a cold place. Cut the plums in half, remove the stones, and put them on the
      dough with the skin down. Bake the plum cake for 45 minutes at 190 degrees. The sugar comes
      last: sprinkle it over the cake only when it is out of the oven, or the plums give too much
      juice. For the glaze, stir sugar with lemon juice until it is thick and white. An apple cake
      needs ten minutes less. Cherries are sour, so double the sugar.
      """,
    queries: [
      ("plum cake bake", "bake plum cake 45 minutes 190 degrees"),
      ("dough butter", "dough knead flour 150 butter egg"),
      ("sugar glaze", "glaze stir sugar lemon juice thick white"),
      ("apple cake", "apple cake needs ten minutes less"),
      ("sugar oven", "sugar last sprinkle cake oven"),
    ])

  private static let readme = TellingText(
    text: """
      # Kestrel

      [Install](#install) [Configure](#configure) [Backup](#backup) [Restore](#restore) [FAQ](#faq)

      Kestrel makes a backup of your photos to any server that speaks SSH. See the FAQ, e.g. for
      questions about passwords.

      ## Install

      Run `apt install kestrel` on Debian. On other systems, build it with Cargo 1.70 or later.

      ## Configure

      - `server`: the host name of the server
      - `interval`: the hours between two backups, 24 by default
      - `exclude`: patterns of files that no backup contains

      ## Backup

      A backup runs at night while the computer is idle. It sends only the blocks of a file that have
      changed since the last backup, and it encrypts them with your key.

      ## Restore

      To restore one photo, name it: `kestrel restore photo.jpg`. To restore everything to a new
      computer, copy your key there first; without the key, nobody can read the backup.
      """,
    queries: [
      ("install debian", "run apt install kestrel debian"),
      ("backup interval", "interval hours two backups 24 default"),
      ("backup encrypts/encrypted key", "encrypts key backup blocks changed"),
      ("restore new computer", "restore everything new computer copy key first"),
      ("exclude files", "exclude patterns files backup contains"),
      ("backup photos server", "kestrel makes backup photos server ssh"),
    ])

  private static let german = TellingText(
    text: """
      Inhaltsverzeichnis
      1.1 Heizung im Winter 3
      1.2 Wartung der Heizung 7
      1.3 Fenster und Lüftung 11
      1.4 Müll und Garten 15

      Startseite » Haus » Heizung » Wartung » Kontakt

      Liebe Bewohner, die Heizung wird wie jedes Jahr am 3. Oktober eingeschaltet. Im Winter darf die
      Heizung nachts nicht ganz abgestellt werden, weil sonst die Rohre im Keller einfrieren. Die
      Wartung übernimmt z. B. die Firma Krüger; sie kommt am 12. November zwischen acht und zehn Uhr.
      Bitte öffnen Sie die Fenster morgens für fünf Minuten weit, statt sie den ganzen Tag zu kippen.
      Der Müll wird dienstags abgeholt. Der Garten steht allen offen, aber Grillen ist nur auf der
      Wiese hinter dem Schuppen erlaubt. Der Schlüssel zum Schuppen hängt bei Frau Yıldız.
      """,
    queries: [
      ("heizung winter", "winter heizung nachts abgestellt rohre"),
      ("wartung heizung/firma", "wartung übernimmt firma krüger november"),
      ("fenster", "öffnen fenster morgens fünf minuten weit"),
      ("müll", "müll dienstags abgeholt"),
      ("garten grillen", "garten grillen wiese schuppen erlaubt"),
      ("schlüssel schuppen", "schlüssel schuppen hängt frau yıldız"),
    ])

  private static let letter = TellingText(
    text: """
      Dear Ruth,

      thank you for your long letter. You ask about the ship. It left Bergen on Monday with a cargo of
      dried fish and timber, and it should be in Hull by the end of the week if the wind holds. The
      captain is an old friend of my father's, a careful man who has never lost a sail.

      You ask about my sister, too. She has found work in the library of the university, where she
      writes the catalogue of maps. The pay is poor, but the room has a stove, she says, and that is
      more than the ship has.

      The house is sold. The new owner is a dentist from Oslo who wants to keep bees in the orchard. He
      paid half the price at once and will pay the rest in June.

      Write soon. Your cousin, Nils
      """,
    queries: [
      ("ship cargo", "ship left bergen monday cargo dried fish timber"),
      ("captain", "captain old friend father careful man"),
      ("sister work/works", "sister found work library university"),
      ("house owner", "house sold new owner dentist oslo"),
      ("price june", "paid half price rest june"),
    ])
}
