import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Fault } from '#shared/fault';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import { useLastPlace } from './last-place';
import { PlaceFields } from './place-fields';
import type { ReadPlace } from './place-form';
import { PlaceMap } from './place-map';
import { texts } from './submit-texts';
import type { TypedSubmission } from './typed-form';
import classes from './submit.module.css';

interface PlaceFrameProps {
  form: {
    values: TypedSubmission;
    set: (changes: Partial<TypedSubmission>) => void;
    clear: () => void;
    isBegun: boolean;
  };
  read: ReadPlace;
  /** The label of the button. */
  action: string;
  send: {
    isBusy: boolean;
    fault: Fault | null;
    dismiss: () => void;
    run: () => Promise<unknown>;
  };
  /** The fields of this kind of submission; they show problems once the form was submitted. */
  children: (isTried: boolean) => ReactNode;
}

/** A submission typed by hand: device, place, time, its own fields, the button and a map. */
export function PlaceFrame({ form, send, ...props }: PlaceFrameProps) {
  const { devices, coordinates, at } = form.values;
  const last = useLastPlace(devices[0]?.id ?? null);
  const [shown, setShown] = useState(0);
  const [isTried, setTried] = useState(false);
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <PlaceFields
          devices={devices}
          onDevices={(chosen) => form.set({ devices: chosen })}
          typed={{ coordinates, at }}
          onType={form.set}
          onTyped={() => setShown((times) => times + 1)}
          last={last}
          read={isTried ? props.read : null}
        />
        {props.children(isTried)}
        <Button
          loading={send.isBusy}
          onClick={() => {
            setTried(true);
            void send.run();
          }}
        >
          {props.action}
        </Button>
        <Button
          variant="default"
          disabled={!form.isBegun || send.isBusy}
          onClick={() => {
            send.dismiss();
            setTried(false);
            form.clear();
          }}
        >
          {texts.clear}
        </Button>
        <p className={page.quiet}>{texts.youCanCheckWhatIs}</p>
        {send.fault && <FaultNotice fault={send.fault} context="open" onDismiss={send.dismiss} />}
      </div>
      <div className={classes.map}>
        <PlaceMap
          coordinates={coordinates}
          last={last}
          shown={shown}
          onPick={(picked) => form.set({ coordinates: picked })}
        />
      </div>
    </div>
  );
}
