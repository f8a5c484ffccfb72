import { NativeSelect, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { handoverHeadings, hasNews, type HandoverNote } from '#shared/domain/handover';
import { openDraft } from '#features/edits';
import { useFleetStore } from '#features/fleet';
import { useOpenSession } from '#features/session';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { moreText } from '#lib/list-text';
import { useFormat } from '#lib/use-format';
import { CopyButton } from '#ui/copy-button';
import { Dialog } from '#ui/dialog';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import classes from './handover.module.css';
import { handoverMessages as messages } from './messages';
import {
  headingText,
  itemsOf,
  limitsOf,
  methodOf,
  noteText,
  timeText,
  yesterdayEvening,
  type NoteItem,
} from './note-text';
import { handoverStore } from './store';

const hour = 3_600_000;

/** Opens the dialog: since the last absence, or the last eight hours if none is known. */
export function openHandover(): void {
  const { absence } = handoverStore.getState();
  handoverStore.open(absence?.leftAt ?? clock.now() - 8 * hour);
}

/** What is different since a moment, and the copy for a colleague. */
export function HandoverDialog() {
  const isOpen = useStore(handoverStore, (state) => state.isOpen);
  if (!isOpen) return null;
  return (
    <Dialog opened size={620} title={messages.title} onClose={() => handoverStore.close()}>
      <Content />
    </Dialog>
  );
}

function Content() {
  const { note, fault } = useStore(handoverStore);
  return (
    <div className={classes.content}>
      <div className={classes.head}>
        <MomentChoice />
        {note && <CopyNote note={note} />}
      </div>
      {fault && <FaultNotice fault={fault} context="open" />}
      {!note && !fault && <p className={classes.quiet}>{messages.waiting}</p>}
      {note && <Note note={note} />}
    </div>
  );
}

/** The moments that can be chosen, as they were when the dialog was opened. */
function MomentChoice() {
  const { absence, since } = useStore(handoverStore);
  const format = useFormat();
  const [now] = useState(() => clock.now());
  const hours = [1, 8].map((each) => ({
    at: now - each * hour,
    label: messages.hoursAgo({
      hours: format.count(each),
      time: timeText(now - each * hour, now, format),
    }),
  }));
  const evening = yesterdayEvening(now, format.timeZone);
  const moments = [
    ...(absence
      ? [
          {
            at: absence.leftAt,
            label: messages.whenLeft({ time: timeText(absence.leftAt, now, format) }),
          },
        ]
      : []),
    ...hours,
    { at: evening, label: messages.yesterday({ time: format.time(evening) }) },
  ];
  // The dialog may have been opened a moment before the choices were made.
  const offBy = (at: number) => Math.abs(at - (since ?? at));
  const nearest = Math.min(...moments.map(({ at }) => offBy(at)));
  const chosen = moments.findIndex(({ at }) => offBy(at) === nearest);
  return (
    <NativeSelect
      size="xs"
      label={messages.moment}
      value={String(chosen)}
      data={moments.map(({ label }, index) => ({ value: String(index), label }))}
      onChange={(event) => {
        const moment = moments[Number(event.currentTarget.value)];
        if (moment) handoverStore.open(moment.at);
      }}
    />
  );
}

function CopyNote({ note }: { note: HandoverNote }) {
  const format = useFormat();
  const session = useOpenSession();
  const account = session ? session.profile.userName : '';
  const copy = async () =>
    (await api.app.copyText({ text: noteText(note, { account, format }) })).ok;
  return <CopyButton onCopy={copy}>{messages.copy}</CopyButton>;
}

function Note({ note }: { note: HandoverNote }) {
  const format = useFormat();
  const time = (at: number) => timeText(at, note.madeAt, format);
  return (
    <>
      {!hasNews(note) && <EmptyList>{messages.nothing}</EmptyList>}
      {handoverHeadings
        .filter((heading) => note[heading].total > 0)
        .map((heading) => {
          const items = itemsOf(heading, note, time, format);
          const rest = note[heading].total - items.length;
          const title = headingText(heading, note, time, format);
          const method = methodOf(heading, format);
          return (
            <section key={heading} aria-label={title}>
              <h3 className={classes.heading}>{title}</h3>
              {method && <p className={classes.quiet}>{method}</p>}
              <ul className={classes.list}>
                {items.map((item, index) => (
                  <li key={`${item.id} ${index}`}>
                    <Item item={item} />
                  </li>
                ))}
              </ul>
              {rest > 0 && <p className={classes.quiet}>{moreText(rest, format)}</p>}
            </section>
          );
        })}
      <div className={classes.limits}>
        {limitsOf(note, time, format).map((text) => (
          <p key={text} className={classes.quiet}>
            {text}
          </p>
        ))}
      </div>
    </>
  );
}

function Item({ item }: { item: NoteItem }) {
  const fleet = useFleetStore();
  const { id, label, about, opens } = item;
  const content = (
    <>
      <span className={classes.name}>{label}</span>
      {about && <span className={classes.about}>{about}</span>}
    </>
  );
  if (opens === null) return <div className={classes.gone}>{content}</div>;
  const open = () => {
    handoverStore.close();
    if (opens === 'device') {
      window.location.hash = '#/fleet';
      fleet.show(id);
    } else openDraft({ kind: opens, key: `${opens}:${id}` });
  };
  return (
    <UnstyledButton className={classes.item} onClick={open}>
      {content}
    </UnstyledButton>
  );
}
