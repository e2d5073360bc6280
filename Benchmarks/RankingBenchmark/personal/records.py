"""Generated records: folders of clients and trips, invoices, statements, weekly meetings."""
import random

# Documents of clients do not name the town: only the folder does.
CLIENTS = {
    "Brest": ("semidiurnal, range of six metres", "lock gate of the naval basin", "Gwenaëlle", "French",
              "the basin silts up by nine centimetres a year", "a mast at the old customs quay"),
    "Emden": ("range of three metres, surges in winter", "dyke gate", "Herr Poppinga", "German",
              "ice drifts against the float in hard winters", "the pump house roof"),
    "Gdynia": ("hardly any tide, but seiches", "container terminal", "Agnieszka", "Polish or English",
               "cranes disturb the radar every Tuesday", "the pilot tower"),
    "Trieste": ("range of one metre, bora", "fish market pier", "Signora Cossutta", "Italian",
                "gusts lift the cover of the housing", "a bollard beside the lighthouse"),
    "Bergen": ("range of one and a half metres", "ferry quay", "Sigrid", "English",
               "the tourists hang padlocks on the antenna", "the boathouse of the rowing club"),
    "Vlissingen": ("range of four metres, strong current", "pilot boat landing", "Mijnheer de Wolf",
                   "Dutch", "mussels close the inlet within a summer", "the old bunker"),
    "Setubal": ("range of three metres, long swell", "ship yard", "Engenheiro Matos", "Portuguese",
                "the guard dog has bitten through a cable twice", "the crane rail"),
    "Tallinn": ("no tide worth the name", "ice harbour", "Kadri", "Estonian or English",
                "brackish water freezes in the well", "the museum ship"),
}

TRIPS = {
    "Slovenia 2018": ("canoe", "Soča", "emerald water, cold as a knife", "struklji with walnuts"),
    "Iceland 2017": ("camper van", "Akureyri", "wind that took the door", "lamb soup in every hamlet"),
    "Morocco 2016": ("shared taxi", "Chefchaouen", "blue walls and sleeping cats", "mint tea, sixty times"),
    "Ireland 2015": ("bicycle", "Dingle", "seven rainbows in a day", "brown bread and smoked trout"),
    "Sardinia 2014": ("ferry", "Alghero", "jellyfish on the third day", "sheets of bread like paper"),
    "Poland 2019": ("night train", "Kraków", "amber, trams, long talks", "dumplings by weight"),
    "Vietnam 2024": ("sleeper bus", "Hội An", "lanterns after the flood", "noodles at six in the morning"),
}

SUPPLIERS = [
    ("Geigenbau Winterer", "rehairing of a violin bow, E string, cleaning", "musical instruments"),
    ("Amrhein Bedachungen", "lead flashing at the chimney, gutter of the west side", "roofing"),
    ("Heitzmann Kfz", "brake hoses, control arm bushing, rear silencer", "car repair"),
    ("Brückner Optik", "two lenses index 1.67, eye pressure", "optician"),
    ("Sonnenkraft eG", "electricity, advance payment of the quarter", "energy"),
    ("Ziegler Schlüsseldienst", "lock cylinder with five keys", "locksmith"),
    ("Imkereibedarf Hagen", "frames, foundations, smoker, oxalic acid", "beekeeping"),
    ("Buchhandlung am Tor", "school books of the year, atlas", "books"),
    ("Elektro Pfaff", "meter cabinet, second counter, residual current device", "electrician"),
    ("Forst und Garten Kern", "thinning of a walnut tree, shredding", "tree care"),
    ("Yilmaz Heizung", "wallbox installation, hydraulic balancing", "heating"),
    ("Zahnlabor Süd", "partial crown ceramics tooth 36", "dental laboratory"),
]
REMARKS = [
    "Payment within fourteen days without discount.", "Two per cent discount for payment within a week.",
    "The labour share is eligible for the tax return.", "Paid by debit card on delivery, thank you.",
    "Please give the number of the invoice with the transfer.", "Warranty on parts two years.",
    "A copy was sent to the insurance on request.", "Travel costs were not charged as agreed.",
]


def documents():
    random.seed(20240229)
    yield from clients()
    yield from trips()
    yield from invoices()
    yield from statements()
    yield from weeklies()


def clients():
    for number, (town, facts) in enumerate(CLIENTS.items()):
        tide, site, person, language, trouble, mount = facts
        year = 2020 + number % 4
        folder = f"Work/Clients/{town}"
        yield f"{folder}/contact.md", f"{year}-02-1{number}", (
            f"# Who to talk to\n\nThe first person is always {person}; prefers {language}, by telephone before ten, "
            f"and never on the day of the council. Bills go to the treasury of the port with a reference that "
            f"changes every year.\n\nThe watchman at the {site} needs to know a day before if we come with a "
            f"ladder. Parking beside the gate, key from the porter against a passport. Coffee is offered and must "
            f"be accepted. Escalation: the director of the port, only in writing. Birthday of {person}: a card "
            f"with a ship is appreciated. The previous supplier left cables without labels; do not blame anybody "
            f"by name, they still drink together.\n")
        yield f"{folder}/site visit.txt", f"{year}-05-2{number}", (
            f"Visit to the site, two of us, half a day. Water: {tide}. The sensor would best be fixed to {mount}, about "
            f"{4 + number} metres above the lowest water, free view downwards without steel in the cone of the beam. "
            f"Mains supply exists at {12 + 7 * number} metres; a battery for three days fits in the cabinet.\n\n"
            f"Problem that they report: {trouble}. The levelling to the nearest benchmark took two hours and "
            f"closed with {1 + number % 3} millimetres. Mobile reception {['good', 'poor', 'changes with the ships'][number % 3]}. "
            f"At the {site} there is an old float well that may be reused for comparison. Photographs are in the "
            f"cloud album, numbers {100 * number + 11} to {100 * number + 48}. Return visit after the first storm.\n")
        yield f"{folder}/quote.txt", f"{year}-06-0{number + 1}", (
            f"Quotation for one measuring station with operation for three years\n\n"
            f"Position 1, radar sensor with bracket: {2900 + 110 * number} euros. Position 2, data logger and modem: "
            f"{1480 + 35 * number} euros. Position 3, mounting on {mount}: {1900 + 240 * number} euros, a diver is "
            f"{'needed' if number % 2 else 'not needed'}. Position 4, yearly maintenance with two visits: "
            f"{1650 + 90 * number} euros.\n\nTerm of delivery ten weeks after the order. The price includes the "
            f"training of {person} and one other person. Not included are permits, electricity, and the removal of "
            f"what is there. We are bound to this quotation for ninety days. Discount of four per cent if the neighbouring "
            f"basin is equipped in the same week.\n")
        yield f"{folder}/contract notes.md", f"{year}-09-1{number}", (
            f"# Points of the contract\n\n- Duration {3 + number % 3} years, prolonged by one unless terminated six months "
            f"before.\n- Availability {98 + number % 2} per cent in the year; below that they keep back "
            f"{5 + number} per cent of the fee.\n- Data belong to the port; we may publish monthly means.\n- Alarm within "
            f"{[300, 90, 600, 120][number % 4]} seconds at a level that {person} sets.\n- Liability up to {200 + 50 * number},000 euros. "
            f"\n- {trouble.capitalize()}: damage of this kind is repaired at cost.\n- Place of jurisdiction is the seat of the "
            f"defendant.\n\nStill open: who renews the paint, who removes the mussels, what happens on strike days. The lawyer "
            f"wants the clause on indexation to mention the producer prices and not those of consumers.\n")


def trips():
    for number, (trip, (vehicle, town, memory, food)) in enumerate(TRIPS.items()):
        folder = f"Documents/Travel/{trip}"
        year = trip.split()[-1]
        yield f"{folder}/packing list.md", f"{year}-06-0{number + 1}", (
            f"# To pack\n\n- papers, insurance card, the envelope with cash\n- rain jackets, "
            f"{['paddles and dry bags', 'thermal underwear', 'scarves', 'puncture kit', 'snorkels', 'nothing white', 'mosquito net'][number]}\n"
            f"- for the {vehicle}: earplugs, a blanket, {['rope', 'chains', 'small change', 'oil', 'tablets', 'slippers', 'oranges'][number]}\n"
            f"- charger, second charger, torch\n- games: dice, the cards with the missing seven of spades\n- medicine bag, thermometer, "
            f"tick tweezers\n- one good shirt each, one book each, to be exchanged in the middle\n- list of allergies in the language of "
            f"the country\n- empty space of one fifth\n\nForgot last time: corkscrew, swimming trunks of Jonas, patience. Weigh everything "
            f"on the evening before and take a tenth out again.\n")
        yield f"{folder}/costs.csv", f"{year}-08-1{number}", (
            "item,planned,real,remark\n" + "".join(
                f"{item},{planned + 17 * number},{planned + 17 * number + random.randint(-60, 140)},{remark}\n"
                for item, planned, remark in [
                    (f"{vehicle} there and back", 420, "early booking"), ("lodging twelve nights", 780, ""),
                    ("food from shops", 260, ""), (f"eating out ({food})", 190, "worth it"),
                    ("entrance fees", 75, "children free"), ("repairs", 0, "unplanned"), ("postcards and stamps", 22, ""),
                    ("presents", 60, "Grandma, Ulf, cats"), ("insurance of the journey", 48, "with cancellation")]))
        yield f"{folder}/diary.txt", f"{year}-08-2{number}", (
            f"Arrived in {town} with the {vehicle}, later than planned and in good humour. What will stay: {memory}. We "
            f"ate {food} and asked for the recipe in four languages; the answer was a laugh.\n\nSecond week slower. "
            f"{random.choice(['Lena learned to whistle with an acorn.', 'Jonas counted all dogs: 112.', 'Thomas repaired the lock of our host.', 'I read in the shade until the shade was gone.'])} "
            f"One day of rain, one of quarrel, both over by evening. An old man showed us the place where the road had been before the "
            f"landslide and where, he said, the better people had lived.\n\nLast evening at the water. Nobody took a photograph, so I "
            f"write it down: the light came from below, and everybody was quiet at the same time. Way back {9 + number} hours.\n")


def invoices():
    for number in range(48):
        name, work, trade = SUPPLIERS[number % len(SUPPLIERS)]
        year, month, day = 2021 + number // 12, 1 + (number * 5) % 12, 1 + (number * 7) % 28
        code = f"{['RE', 'R', 'INV', 'RG'][number % 4]}-{year % 100}{month:02}-{random.randint(1000, 9999)}"
        net = random.randint(4000, 98000) / 100
        tax = round(net * 0.19, 2)
        iban = f"DE{random.randint(10, 99)} 6805 0101 00{random.randint(10, 99)} {random.randint(1000, 9999)} {random.randint(10, 99)}"
        remarks = random.sample(REMARKS, 3)
        yield f"Documents/Invoices/{year}/{year}-{month:02}-{day:02} {name}.txt", f"{year}-{month:02}-{day:02}", (
            f"{name} — {trade}\nInvoice {code} of {day} {month} {year}\nTo: family Keller, Lindenweg 7\nCustomer number "
            f"K{20117 + 31 * (number % 12)}\n\nFor our work in the past weeks we charge as follows: {work}. Hours "
            f"{random.randint(1, 19)}, material according to delivery note {random.randint(100000, 999999)}.\n\nNet {net:.2f} euros, "
            f"value added tax 19 per cent {tax:.2f} euros, total {net + tax:.2f} euros.\n\n{' '.join(remarks)} Account: {iban}. "
            f"The goods remain our property until they are paid in full. Place of jurisdiction is Freiburg. Questions about this "
            f"invoice are answered by {random.choice(['Frau Blessing', 'Herr Stolz', 'Frau Maurer', 'Herr Öztürk'])} on extension "
            f"{random.randint(11, 99)} from eight to twelve.\n")


def statements():
    payees = ["bakery at the bridge", "Amann garage 4", "savings bank mortgage", "music school", "railway ticket 7QX41L", "pharmacy at the station",
              "solidarity farm", "Hagen beekeeping", "sports club", "transfer from Norvik salary", "cash machine cathedral square",
              "state bank energy loan", "parking fine 50.2-774113", "Ulf Brandt canoe share", "Residence Sankt Anna", "refund tax office"]
    for month in range(1, 13):
        rows = "".join(
            f"2023-{month:02}-{day:02},{random.choice(payees)},{random.randint(-90000, 20000) / 100:.2f},"
            f"{random.randint(100000, 999999)}\n" for day in sorted(random.sample(range(1, 29), 14)))
        yield f"Documents/Bank/Statements 2023/{month:02}.csv", f"2023-{month:02}-28", "date,payee,amount,reference\n" + rows


TOPICS = [
    ("the map tiles load slowly in Setubal", "Mireille measures from a hotel there", "a proxy closer to the coast helped"),
    ("the weekly newsletter went out twice", "a timer without a lock", "unsubscribed readers: nineteen, came back: eleven"),
    ("spare modems are out of stock until autumn", "Björn asks the competitor, who owes us one", "four arrived in a shoe box"),
    ("negative levels are shown as zero", "somebody used an unsigned integer", "fixed, with a test that is called ebb"),
    ("the certificate of the gateway expires", "renewal by hand is forgotten every year", "automatic from now on"),
    ("the kitchen rota", "nobody admits to the microwave", "Henrik cleaned it in silence, which worked"),
    ("battery voltage drops at night at the pilot pier", "a heater of an unknown owner hangs on it", "labelled, unplugged, returned"),
    ("charts on telephones hide the legend", "two designs were shown on paper", "the one with the drawer won"),
    ("students ask for ten years of data", "a download for everybody is less work", "licence text from the legal department"),
    ("time stamps in local time", "two customers want it so", "exports only, never in the database"),
    ("the trial of the four-day week", "support fears Fridays", "trial from May with two shifts"),
    ("printing costs", "the poster machine is used for birthdays", "birthdays are fine up to A2"),
    ("duplicate alarms at springs", "threshold lies exactly at high water", "hysteresis of three centimetres"),
    ("travel to Tallinn in February", "flight or ferry", "ferry, as the crates have to go anyway"),
]


def weeklies():
    for number in range(30):
        first, second, third = random.sample(TOPICS, 3)
        month, day = 1 + number % 12, 3 + (number * 3) % 24
        year = 2022 + number // 12
        yield f"Work/Meetings/{year}-{month:02}-{day:02} weekly.md", f"{year}-{month:02}-{day:02}", (
            f"# Weekly round\n\nHere: {', '.join(random.sample(['Anna', 'Björn', 'Mireille', 'Tobias', 'Selin', 'Henrik', 'Ngozi', 'Pavel'], 5))}. "
            f"Moderation by whoever came last.\n\n- {first[0].capitalize()}: {first[1]}. State: {first[2]}.\n- {second[0].capitalize()}: "
            f"{second[1]}. Result of the discussion: {second[2]}.\n- Short: {third[0]}; {third[1]}. To be continued.\n\nAbsences: "
            f"{random.choice(['Pavel until Thursday', 'Mireille with a sick child', 'nobody', 'Björn on the boat', 'Ngozi at the trade fair'])}. Tickets open "
            f"{random.randint(40, 140)}, closed {random.randint(9, 60)}. On duty next week: "
            f"{random.choice(['Tobias', 'Selin', 'Björn', 'Ngozi', 'Pavel'])}. Cake: {random.choice(['lemon', 'poppy seed', 'none, scandal', 'the dry one', 'cheese'])}. "
            f"Decision that has to be remembered: {random.choice(['no deployments after Thursday noon', 'names of hosts are birds', 'one channel for each station', 'answer customers in their language', 'write it down before you say it is clear'])}.\n")
