import { format } from 'prettier';
import { faultText } from '../../renderer/lib/faults';
import type { Fault } from '../../shared/fault';
import { matrixOperations, type MatrixOperation } from './fault-operations';
import { expectedOf, faultRows, type Expected, type FaultRow } from './fault-rows';
import { format as english } from './english';

const intro = `# Faults

What a user reads when the service or the network fails, what became of a write, and what has to be done
afterwards. Every row holds for all ${matrixOperations.length} operations of the interface unless it
names some. The table is written by test/wired/fault-matrix.test.ts, which carries out every cell: a real
client, real HTTP and TLS, a service that is read back by another client.

"Done once" and "not done" are about writes: what the service holds after the call. After a lost answer
the journal, the jobs and Save look the record up before anything is sent again
([0028](decisions/0028-intents-and-creations.md)). "By itself": the same client works as soon
as the fault has ended.

`;

/** The table of docs/faults.md, formatted as the project's files are. */
export async function faultTable(): Promise<string> {
  const lines = faultRows.flatMap((row) =>
    groupsOf(row).map(({ expected, names }) =>
      [
        '',
        row.name,
        names,
        expected === 'worked' ? 'None' : messageOf(expected),
        row.work,
        row.recovery ? `The user: ${row.recovery}` : 'By itself',
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  );
  const head = ['| Fault | Operations | Message | Writes | Afterwards |', '| - | - | - | - | - |'];
  const text = `${intro}${[...head, ...lines].join('\n')}\n`;
  return format(text, { parser: 'markdown', singleQuote: true, printWidth: 100 });
}

/** The operations with the same result. */
function groupsOf(row: FaultRow): { expected: Expected; names: string }[] {
  const groups = new Map<string, { expected: Expected; operations: MatrixOperation[] }>();
  for (const operation of matrixOperations) {
    const expected = expectedOf(row, operation);
    const key = JSON.stringify(expected);
    const group = groups.get(key) ?? { expected, operations: [] };
    groups.set(key, { expected, operations: [...group.operations, operation] });
  }
  return [...groups.values()].map(({ expected, operations }) => ({
    expected,
    names: nameOf(operations),
  }));
}

function nameOf(operations: readonly MatrixOperation[]): string {
  if (operations.length === matrixOperations.length) return 'All';
  const writes = matrixOperations.filter(({ kind }) => kind === 'write');
  const isWrites =
    operations.length >= writes.length && writes.every((w) => operations.includes(w));
  const others = operations.filter((each) => !isWrites || each.kind !== 'write');
  const left = matrixOperations.length - operations.length;
  if (!isWrites && left <= writes.length + 4 && left >= writes.length)
    return 'Other reads and sign-in';
  return [...(isWrites ? ['all writes'] : []), ...others.map(({ name }) => name)].join(', ');
}

/** Title and explanation, as the window shows them. */
function messageOf(fault: Fault): string {
  const named = fault.kind === 'offline' ? { ...fault, host: 'fleet.example' } : fault;
  const { title, what, todo } = faultText(named, 'open', english);
  return `**${title}.** ${what} ${todo}`;
}
