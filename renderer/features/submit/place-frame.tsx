import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fault } from '#shared/fault';
import type { ChosenDevice } from '#features/history';
import { FaultNotice } from '#ui/fault-notice';
import { PlaceFields, PlaceMap } from './place-fields';
import type { ReadPlace, TypedPlace } from './place-form';
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
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <PlaceFields
          devices={props.devices}
          onDevices={props.onDevices}
          typed={typed}
          onType={onType}
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
          onPick={(coordinates) => onType({ ...typed, coordinates })}
        />
      </div>
    </div>
  );
}
