import { NumberInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '#lib/api';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import type { LicenceFigures } from './expiry-rows';
import classes from './expiry.module.css';

/** Used, free and total; the total typed in where the service does not tell it. */
export function LicenceTiles({ figures }: { figures: LicenceFigures }) {
  const { count } = useFormat();
  const { used, free, total, isToldByService } = figures;
  return (
    <dl className={classes.tiles} aria-label="Licences">
      <Tile name="Used">{count(used)}</Tile>
      <Tile name="Free" isBad={free !== null && free <= 0}>
        {free === null ? <span className={classes.unknown}>not known</span> : count(free)}
      </Tile>
      <Tile
        name="Total"
        note={
          isToldByService
            ? 'as the service tells'
            : 'the service does not tell; type it in from your contract'
        }
      >
        {isToldByService ? count(total ?? 0) : <TotalSetting total={total} />}
      </Tile>
    </dl>
  );
}

interface TileProps {
  name: string;
  note?: string;
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
        w={110}
        aria-label="Total licences of the account"
        placeholder="not known"
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
