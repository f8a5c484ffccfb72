import type { DamageState, Fault } from '#shared/fault';
import { loadFleet, type Fleet } from './fleet';
import {
  createOrKeepInMemory,
  damaged,
  openInMemory,
  readIntoMemory,
  stateIn,
  stateOf,
  withStaged,
  type OnDisk,
  type OpenedPart,
  type OpenOptions,
} from './open-part';
import { rescueCopy } from './rescue';
import { copyPart, type Table } from './schema';
import { requireStorageFault } from './storage-errors';
import { openVault, type StagedBody, type Vault } from './vault';

type OpenedCopy = OpenedPart & { fleet: Fleet };

/** Downloads cost calls, captures never come again; devices and positions come by themselves. */
const costlyTables: readonly Table[] = ['lists', 'history_days', 'history_bodies', 'captures'];

/** Opens the offline copy, or creates it. `hadWork`: the account is not a new one. */
export function openCopy(options: OnDisk, hadWork: boolean): OpenedCopy {
  const state = stateOf(options.file);
  if (state === 'none' && hadWork) return loaded(replaceCopy(options, 'missing'));
  if (state === 'none') return loaded(createOrKeepInMemory(copyPart, options, [], () => null));
  if (state === 'empty') return loaded(replaceCopy(options, 'empty'));
  try {
    return loaded({ vault: openVault(copyPart, options), isOnDisk: true, notice: null });
  } catch (error) {
    const fault = requireStorageFault(error);
    const isOtherKey =
      fault !== 'damaged' && fault.kind === 'storage' && fault.reason === 'passphrase';
    // The passphrase opens the work file, so the copy is a leftover of an earlier key.
    if (fault === 'damaged' || isOtherKey) {
      options.log?.(`cache: set aside: ${error instanceof Error ? error.message : 'damaged'}`);
      return loaded(replaceCopy(options, stateIn(error)));
    }
    return loaded(readIntoMemory(copyPart, options, fault));
  }
}

/**
 * Replaces an offline copy that cannot be used by a new one with what can still be read and what was staged.
 * `stage` adds the fleet that is in memory; without it a new one is requested.
 */
export function replaceCopy(
  options: OnDisk,
  state: DamageState,
  staged: readonly StagedBody[] = [],
  stage?: (vault: Vault) => void,
): OpenedPart {
  const tables = stage ? copyPart.tables : costlyTables;
  const found = state === 'otherVersion' ? [] : rescueCopy(options.file, options.key, tables);
  const bodies = withStaged(found, staged);
  options.log?.(`cache: copy ${state}, ${bodies.length} bodies were read`);
  return createOrKeepInMemory(
    copyPart,
    options,
    bodies,
    (movedTo) => damageNotice(state, movedTo),
    stage,
  );
}

const damageNotice = (state: DamageState, movedTo: string | null): Fault => ({
  ...damaged,
  ...(movedTo === null ? {} : { detail: movedTo }),
  damage: { work: null, copy: { state, movedTo } },
});

function loaded(opened: OpenedPart): OpenedCopy {
  try {
    return { ...opened, fleet: loadFleet(opened.vault) };
  } catch (error) {
    opened.vault.close();
    throw error;
  }
}

/** A copy that ends with the session; `notice` is the reason. */
export function copyInMemory(options: OpenOptions, notice: Fault | null = null): OpenedCopy {
  return loaded(openInMemory(copyPart, options, notice));
}
