import type { Random } from '../random';

const large = (
  'High Street|Station Road|London Road|Church Road|Victoria Road|Park Road|King’s Road|' +
  'Queen Street|Bridge Road|Albert Road|Corporation Street|Harbour Road|Castle Street|' +
  'Union Street|Market Street|College Road|Exchange Road|Priory Road|Warwick Road|Mill Road|' +
  'Foundry Road|Canal Street|Priory Way|Hospital Road|Coventry Road'
).split('|');

const first = (
  'Acorn|Alder|Apple|Ash|Aspen|Barley|Beech|Birch|Blossom|Bramble|Briar|Brook|Cedar|Chapel|' +
  'Cherry|Clover|Cooper|Copper|Cross|Dale|Dean|Elder|Elm|Fairfield|Fern|Field|Forge|Fox|' +
  'Garden|Glen|Grange|Grove|Harvest|Hawthorn|Hazel|Heather|Heron|Hill|Holly|Ivy|Juniper|' +
  'Kiln|Lark|Laurel|Lilac|Lime|Linden|Maple|Meadow|Mill|Moor|Moss|Oak|Orchard|Otter|Pear|' +
  'Pine|Poplar|Quarry|Raven|Reed|Robin|Rose|Rowan|Saddler|School|Silver|Smith|Spring|' +
  'Spruce|Swan|Sycamore|Tanner|Thistle|Vine|Walnut|Weaver|Well|Willow|Windmill|Wood|Yew'
).split('|');
const second = ['Street', 'Road', 'Lane', 'Avenue', 'Close', 'Walk', 'Gardens'];

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

/** Names one after another; no small one twice in a city of up to 574 streets. */
export function streetNames(random: Random) {
  const forLarge = shuffled(large, random);
  const forSmall = shuffled(
    first.flatMap((word) => second.map((end) => `${word} ${end}`)),
    random,
  );
  let larges = 0;
  let smalls = 0;
  return {
    large: () => forLarge[larges++ % forLarge.length]!,
    small: () => forSmall[smalls++ % forSmall.length]!,
  };
}
