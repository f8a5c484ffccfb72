import { NumberInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '#lib/api';
import { commonTexts } from '#lib/common-texts';
import { useAction } from '#lib/use-action';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import { totalNote, usedNote, type LicenceFigures } from './expiry-rows';
import { texts } from './expiry-texts';
import classes from './expiry.module.css';

/** Used, free and total licences. The user can enter the total if the service does not provide it. */
export function LicenceTiles({ figures }: { figures: LicenceFigures }) {
  const { count } = useFormat();
  const { used, free, total, stated } = figures;
  return (
    <dl className={classes.tiles} aria-label={texts.licences}>
      <Tile name={texts.used} note={usedNote(figures)}>
        {used === null ? <span className={classes.unknown}>{texts.notLoaded}</span> : count(used)}
      </Tile>
      <Tile name={texts.free} isBad={free !== null && free <= 0}>
        {free === null ? (
          <span className={classes.unknown}>{commonTexts.notKnown}</span>
        ) : (
          count(free)
        )}
      </Tile>
      <Tile name={texts.total} note={totalNote(figures)}>
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
        aria-label={texts.totalLicencesOfTheAccount}
        placeholder={commonTexts.notKnown}
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
