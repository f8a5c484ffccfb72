import { NumberInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { totalNote, usedNote, type LicenceFigures } from './expiry-rows';
import classes from './expiry.module.css';

/** Used, free and total licences. The user can enter the total if the service does not provide it. */
export function LicenceTiles({ figures }: { figures: LicenceFigures }) {
  const { count } = useFormat();
  const { used, free, total, stated } = figures;
  return (
    <dl className={classes.tiles} aria-label="Licences">
      <Tile name="Used" note={usedNote(figures)}>
        {used === null ? <span className={classes.unknown}>Not loaded</span> : count(used)}
      </Tile>
      <Tile name="Free" isBad={free !== null && free <= 0}>
        {free === null ? <span className={classes.unknown}>Not known</span> : count(free)}
      </Tile>
      <Tile name="Total" note={totalNote(figures)}>
        {total !== null && stated.total.is === 'value' ? (
          count(total)
        ) : (
          <TotalSetting total={total} />
        )}
      </Tile>
    </dl>
  );
}

interface TileProps {
  name: string;
  note?: string | undefined;
  isBad?: boolean;
  children: ReactNode;
}

function Tile({ name, note, isBad, children }: TileProps) {
  return (
    <div className={classes.tile} data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && <dd className={classes.tileNote}>{note}</dd>}
    </div>
  );
}

function TotalSetting({ total }: { total: number | null }) {
  const [typed, setTyped] = useState<string | number>(total ?? '');
  const change = useAction(api.settings.change);
  const commit = () => {
    const next = typeof typed === 'number' ? typed : null;
    if (next !== total) void change.run({ licenceTotal: next });
  };
  return (
    <>
      <NumberInput
        size="xs"
        aria-label="Total licences of the account"
        placeholder="Not known"
        value={typed}
        min={0}
        max={10_000_000}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {change.fault && <FaultNotice fault={change.fault} context="open" />}
    </>
  );
}
