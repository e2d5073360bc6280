"""Generated mails, journal entries and small notes."""
import random

PEOPLE = [
    ("Margit Herzog", "margit@herzog.example"), ("Ulf Brandt", "ulf@brandt.example"),
    ("Leonie Ritter", "leonie@chor.example"), ("Ruth Sommer", "ruth@sommer.example"),
    ("Björn Lindahl", "lindahl@norvik.example"), ("Mireille Caron", "caron@norvik.example"),
    ("Henrik Voss", "voss@norvik.example"), ("Ngozi Eze", "eze@norvik.example"),
    ("Pavel Dvořák", "dvorak@norvik.example"), ("Étienne Vogt", "etienne@vogt.example"),
    ("Dorothee Zipfel", "sekretariat@musikschule.example"), ("Priya Raman", "priya@raman.example"),
]
SUBJECTS = [
    ("Rehearsal moved", "the rehearsal on Thursday begins half an hour later because the hall is used by the {a}", "bring the {b}"),
    ("Key of the boathouse", "the key of the boathouse hangs behind the {a} again and not at the nail", "the {b} must be locked in winter"),
    ("Quarterly figures", "the figures of the quarter are {a} per cent above the plan, mostly thanks to {b}", "do not quote them outside yet"),
    ("Old bicycle", "somebody at the {a} would take the old bicycle if the {b} is put right", "no hurry before the holidays"),
    ("Photographs of the feast", "I have sorted the photographs of the feast; number {a} shows all of us, and on the next one the {b} has gone", "choose five"),
    ("Water in the cellar", "after the rain there were two centimetres in our cellar near the {a}; look behind your {b} as well", "we have a pump"),
    ("Minutes of Monday", "here are the minutes of Monday; under point three I wrote {a} because nobody contradicted", "the {b} is still open"),
    ("Cuttings for you", "I have too many cuttings of the {a}; they would like a place beside the {b}", "come with a box"),
    ("Lost umbrella", "the black umbrella with the {a} handle that was left at our {b} is probably yours", "it is missed by nobody else"),
    ("Reading group in May", "for May we take the thin book about {a}; the thick one about {b} can wait for the winter", "wine is enough"),
]
WORDS = ["carnival club", "refrigerator", "piano", "seven", "eleven", "station hall", "redcurrants", "rain barrel", "bamboo", "lamp",
         "chimney", "stage", "glaciers", "lighthouse keepers", "dovecote", "lavender", "shutter", "front wheel", "trombone", "coal shed",
         "ribbon", "goat", "harbour in the north", "postman", "bread oven", "scaffold"]
MIDDLE = [
    "How is your mother? I think of her whenever I pass the pharmacy.", "The children have colds in turn, today it is the turn of the eldest.",
    "I read your message three times and understood it the second.", "Yesterday the heron stood on our roof again and judged us.",
    "The tram was replaced by a bus and the bus by nothing.", "We had snow for an hour, just enough for one photograph.",
    "Please answer to this address, the other one collects dust.", "I have been to the dentist and can say words with f again.",
    "My sister has found work in Graz and will take the dog along.", "It smells of paint here, because I could not wait for spring.",
    "The new neighbours keep quails, which are polite animals.", "Somebody has planted a tree in front of the town hall at night.",
]
CLOSINGS = ["See you soon", "Until Thursday", "With a wave", "Best regards", "Warm greetings", "Yours in haste"]


def mails():
    random.seed(77)
    for number in range(44):
        name, address = PEOPLE[number % len(PEOPLE)]
        subject, sentence, last = SUBJECTS[(number * 3) % len(SUBJECTS)]
        a, b = random.sample(WORDS, 2)
        middle = random.sample(MIDDLE, 4)
        year, month, day = 2022 + number // 18, 1 + (number * 5) % 12, 1 + (number * 11) % 28
        body = (
            f"Dear Anna,\n\n{sentence.format(a=a, b=b)}. {middle[0]} {middle[1]}\n\n"
            f"{middle[2]} As to the rest: {last.format(a=a, b=b)}. {middle[3]} Next week I am away from Tuesday to Friday, then reachable "
            f"again in the evening after eight, best by telephone.\n\n{random.choice(CLOSINGS)}, {name.split()[0]}\n")
        path = f"Mail/{year}/{month:02}/{subject.lower()} {number + 1}.eml"
        yield path, f"{year}-{month:02}-{day:02}", (
            f"{name} <{address}>", "Anna Keller <anna@keller.example>", subject, body)


WEATHER = ["fog until noon", "first frost", "warm wind from the south", "rain without end", "clear and cold", "thunder far away", "snow on the hills"]
WORKED = [
    "pruned the vines at the shed and burned the wood", "sorted nails by length, which calms", "painted the third shutter", "copied the old recipes from the tin",
    "repaired the handle of the watering can", "carried eleven boxes to the attic", "dug up the dahlias and labelled them", "cleaned the extractor and the sieves",
    "glued the leg of the chair", "tuned the bicycle of Lena", "washed all curtains", "wrote to the school about the roof of the bicycle stand"]
SEEN = [
    "a kingfisher at the mill channel", "two storks that had missed the departure", "the neighbour's rabbit in our salad", "a fox asleep behind the compost",
    "a barge with a garden on it", "nine balloons over the vineyards", "a wedding in the rain, everyone laughing", "an old man flying a kite alone",
    "the first swallows", "a hedgehog in the bucket", "a hornet as long as my finger", "deer in the churchyard"]
THOUGHT = [
    "that one should own only things one can carry up the stairs", "how my father folded newspapers", "whether bees know Sundays", "that Thomas hums when he is afraid",
    "of the sea, which is a bad sign in March", "that the children are taller than the door of the playhouse", "that I owe Ruth a letter", "about the word enough",
    "how quiet the house will be in four years", "that nobody has ever regretted a nap"]


def notes():
    random.seed(4711)
    for number in range(36):
        year, month, day = 2021 + number // 12, 1 + number % 12, 2 + (number * 5) % 26
        seen, thought = random.sample(SEEN, 2), random.sample(THOUGHT, 2)
        work = random.sample(WORKED, 3)
        yield f"Documents/Journal/{year}/{year}-{month:02}-{day:02}.txt", f"{year}-{month:02}-{day:02}", (
            f"{random.choice(WEATHER).capitalize()}. In the morning I {work[0]}, then {work[1]}. Thomas {work[2]} and asked twice what "
            f"day it was.\n\nSeen: {seen[0]}, and later {seen[1]}. For dinner {random.choice(['leek tart', 'potatoes with curd', 'the rest of the rest', 'lentils', 'pancakes, burned ones first', 'trout from Ulf'])}. "
            f"Lena {random.choice(['practised until the cat left', 'telephoned for two hours', 'explained the stars to us', 'was not to be spoken to', 'baked'])}; Jonas "
            f"{random.choice(['built a dam', 'lost a tooth and a shoe', 'asked who owns the moon', 'played chess against himself and lost', 'collected snails'])}.\n\n"
            f"Thought {thought[0]}; and {thought[1]}. Went to bed at {random.choice(['nine', 'ten', 'half past ten', 'eleven, too late'])}.\n")
    for number, (topic, lines) in enumerate(LISTS.items()):
        yield f"Notes/{topic}.md", f"202{1 + number % 4}-0{1 + number % 9}-1{number % 10}", f"# {topic.capitalize()}\n\n" + "\n".join(
            f"- {line}" for line in lines) + "\n"


LISTS = {
    "films to see": ["the one with the submarine and the piano", "something by Varda, all of it", "the Korean one about the basement",
                     "a musical, for Grandma, without shooting", "the documentary on octopuses", "Tarkovsky when nobody else is at home",
                     "the old one on the balloon", "anything that Lena does not call cringe", "Totoro, for the ninth time", "the long one in two evenings"],
    "gift ideas": ["Thomas: astronomy almanac, or the mirror for the sextant", "Lena: good headphones, concert ticket", "Jonas: pliers for watchmakers, a loupe",
                   "Grandma: radio with one button", "Ulf: nothing, he says; then a rope", "Ruth: bulbs of snake's head fritillary", "Margit: thin rolling pin",
                   "Oksana: dictionary of medicine, boots", "Danilo: anything with wheels", "Henrik: a teapot that does not drip"],
    "questions for the notary": ["can the garden plot be given to a minor", "who inherits the bees", "is the share in the house of my mother in France subject to both states",
                                 "what does a mutual will prevent later", "costs by value or by hour", "custody if both of us die: Ulf or Étienne", "where is the original kept",
                                 "may a physician read it without me", "is a list of digital accounts valid when it is in the piano", "how often to renew it"],
    "camera settings": ["stars: 20 seconds, aperture 2.8, ISO 3200, focus by hand on the moon before", "choir in the church: no flash, 1/60, ISO 1600, from the gallery",
                        "bees at the entrance: 1/2000 and much light", "snow: plus one stop or it becomes grey", "portrait of Grandma: by the north window, talk about horses",
                        "lightning: bulb, aperture 8, patience, rubber boots", "the battery lasts for 340 pictures, in frost for 90", "format the card in the camera only"],
    "shorthand of knots": ["bowline: the rabbit comes out of the hole, round the tree, and back", "clove hitch: for posts, slips when the boat turns", "sheet bend: for two ropes of different thickness",
                           "trucker's hitch: for the roof of the car, tightens like a pulley", "prusik: climbs a rope, practise near the ground", "figure eight: for everything that must be found again",
                           "reef knot: only for parcels and shoes", "fisherman's: for wet string, cannot be undone"],
    "stain removal": ["red wine: salt at once, then sparkling water, never white wine", "beeswax: freeze, scrape, then iron through blotting paper", "blood: cold water, then soap of gall",
                      "grass: spirit on a cloth from outside inwards", "walnut: forget it, dye it", "candle soot: bread", "curry: sun, three days", "ink: milk overnight, Grandma swears",
                      "resin: butter, then soap"],
    "insurance overview": ["liability family: yes, 50 million, includes bees up to ten hives", "household contents: yes, bicycle clause until 5,000", "building: yes, elements included since the flood",
                           "legal: only traffic", "disability Anna: yes, until 65", "disability Thomas: refused because of the back", "term life: both, until 2034", "dental: Lena only",
                           "glass: no, cheaper to pay for it", "pets: no, we have only a gecko that does not exist"],
    "passphrase rules": ["five words from dice, not from the head", "none that Jonas can sing", "write it on paper, the piano is a safe", "change only after an incident", "no names of birds, those are hosts",
                         "second factor for mail first, for everything hangs on it", "tell Ulf where, not what", "test the recovery codes in January"],
}
