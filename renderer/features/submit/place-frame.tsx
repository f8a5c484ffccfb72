import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Fault } from '#shared/fault';
import type { ChosenDevice } from '#features/history';
import { FaultNotice } from '#ui/fault-notice';
import { useLastPlace } from './last-place';
import { PlaceFields } from './place-fields';
import type { ReadPlace, TypedPlace } from './place-form';
import { PlaceMap } from './place-map';
import classes from './submit.module.css';

interface PlaceFrameProps {
  devices: readonly ChosenDevice[];
  onDevices: (devices: readonly ChosenDevice[]) => void;
  typed: TypedPlace;
  onType: (typed: TypedPlace) => void;
  /** null until something was tried. */
  read: ReadPlace | null;
  /** What the button is called. */
  action: string;
  send: { isBusy: boolean; fault: Fault | null; dismiss: () => void };
  onSend: () => void;
  /** The fields of this kind of submission. */
  children: ReactNode;
}

/** A submission by hand: device, place and time, its own fields, the button, and the map to pick on. */
export function PlaceFrame({ typed, onType, send, ...props }: PlaceFrameProps) {
  const last = useLastPlace(props.devices[0]?.id ?? null);
  const [shown, setShown] = useState(0);
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <PlaceFields
          devices={props.devices}
          onDevices={props.onDevices}
          typed={typed}
          onType={onType}
          onTyped={() => setShown((times) => times + 1)}
          last={last}
          read={props.read}
        />
        {props.children}
        <Button loading={send.isBusy} onClick={props.onSend}>
          {props.action}
        </Button>
        <p className={classes.quiet}>Nothing is sent before you start the plan.</p>
        {send.fault && <FaultNotice fault={send.fault} context="open" onDismiss={send.dismiss} />}
      </div>
      <div className={classes.map}>
        <PlaceMap
          coordinates={typed.coordinates}
          last={last}
          shown={shown}
          onPick={(coordinates) => onType({ ...typed, coordinates })}
        />
      </div>
    </div>
  );
}
