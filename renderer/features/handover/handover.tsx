import { CloseButton, NativeSelect, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import {
  handoverHeadings,
  hasNews,
  type Absence,
  type HandoverNote,
} from '#shared/domain/handover';
import { openDraft } from '#features/edits';
import { useFleetStore } from '#features/fleet';
import { useOpenSession } from '#features/session';
import { createAccountStore } from '#lib/account-scope';
import { api } from '#lib/api';
import { clock } from '#lib/clock';
import { createAccountMirror } from '#lib/mirror';
import { useAnswer } from '#lib/use-answer';
import { useFormat } from '#lib/use-format';
import { CopyButton } from '#ui/copy-button';
import { Dialog } from '#ui/dialog';
import { EmptyList } from '#ui/empty-list';
import { FaultNotice } from '#ui/fault-notice';
import { page } from '#ui/page';
import {
  headingText,
  itemsOf,
  limitsOf,
  methodOf,
  newsText,
  noteText,
  timeText,
  yesterdayEvening,
  type NoteItem,
} from './handover-note';
import classes from './handover.module.css';

const hour = 3_600_000;

/** The last absence; null: none of more than an hour is known. */
const absenceMirror = createAccountMirror<Absence | null>(
  () => api.handover.absence(),
  (listener) => api.handover.onAbsenceChanged(listener),
);

/** The moment of the dialog; null: it is closed. */
const dialog = createAccountStore<{ since: number | null }>({ since: null });

/** Opens the dialog: since the last absence, or the last eight hours if none is known. */
export function openHandover(): void {
  const absence = absenceMirror.getState().value;
  dialog.setState({ since: absence?.leftAt ?? clock.now() - 8 * hour });
}

const closeHandover = () => dialog.setState({ since: null });

/** How often a note is made again: positions arrive one by one after a return. */
const refreshMs = 10_000;

/** What is different since a moment; null: nothing is asked for. */
function useNote(since: number | null) {
  const { reload, ...answer } = useAnswer(
    since === null ? null : () => api.handover.note({ since }),
    [since],
  );
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(reload, refreshMs);
    return () => clearInterval(timer);
  }, [since, reload]);
  return answer;
}

/** One line about the last absence, until it is dismissed. Nothing without news. */
export function HandoverLine() {
  const absence = useStore(absenceMirror, ({ value }) => value);
  // A note that cannot be made is no news; the dialog names the fault.
  const { value: note } = useNote(absence && !absence.isDismissed ? absence.leftAt : null);
  const format = useFormat();
  const { t } = format;
  if (!absence || !note || !hasNews(note)) return null;
  const time = (at: number) => timeText(at, clock.now(), format);
  const dismiss = () => {
    absenceMirror.setState({ value: { ...absence, isDismissed: true } });
    void api.handover.dismiss();
  };
  return (
    <section className={classes.line} aria-label={t('handover.title')}>
      <IconHistory size={14} aria-hidden className={classes.icon} />
      <span className={classes.news} aria-live="polite">
        {t('handover.line', { time: time(note.since), news: newsText(note, time, format) })}
      </span>
      <UnstyledButton
        className={classes.show}
        onClick={() => dialog.setState({ since: note.since })}
      >
        {t('handover.show')}
      </UnstyledButton>
      <CloseButton
        size="sm"
        aria-label={t('handover.dismiss')}
        title={t('handover.dismiss')}
        onClick={dismiss}
      />
    </section>
  );
}

/** What is different since a moment, and the copy for a colleague. */
export function HandoverDialog() {
  const { t } = useFormat();
  const since = useStore(dialog, (state) => state.since);
  if (since === null) return null;
  return (
    <Dialog opened size={620} title={t('handover.title')} onClose={closeHandover}>
      <Content since={since} />
    </Dialog>
  );
}

function Content({ since }: { since: number }) {
  const { value: note, fault } = useNote(since);
  const { t } = useFormat();
  return (
    <div className={classes.content}>
      <div className={classes.head}>
        <MomentChoice since={since} />
        {note && <CopyNote note={note} />}
      </div>
      {fault && <FaultNotice fault={fault} context="open" />}
      {!note && !fault && <p className={page.quiet}>{t('handover.waiting')}</p>}
      {note && <Note note={note} />}
    </div>
  );
}

/** The moments that can be chosen, as they were when the dialog was opened. */
function MomentChoice({ since }: { since: number }) {
  const absence = useStore(absenceMirror, ({ value }) => value);
  const format = useFormat();
  const { t } = format;
  const [now] = useState(() => clock.now());
  const hours = [1, 8].map((each) => ({
    at: now - each * hour,
    label: t('handover.moment.hours', {
      hours: each,
      time: timeText(now - each * hour, now, format),
    }),
  }));
  const evening = yesterdayEvening(now, format.timeZone);
  const moments = [
    ...(absence
      ? [
          {
            at: absence.leftAt,
            label: t('handover.moment.left', { time: timeText(absence.leftAt, now, format) }),
          },
        ]
      : []),
    ...hours,
    { at: evening, label: t('handover.moment.yesterday', { time: format.time(evening) }) },
  ];
  // The dialog may have been opened a moment before the choices were made.
  const offBy = (at: number) => Math.abs(at - since);
  const nearest = Math.min(...moments.map(({ at }) => offBy(at)));
  const chosen = moments.findIndex(({ at }) => offBy(at) === nearest);
  return (
    <NativeSelect
      size="xs"
      label={t('handover.moment')}
      value={String(chosen)}
      data={moments.map(({ label }, index) => ({ value: String(index), label }))}
      onChange={(event) => {
        const moment = moments[Number(event.currentTarget.value)];
        if (moment) dialog.setState({ since: moment.at });
      }}
    />
  );
}

function CopyNote({ note }: { note: HandoverNote }) {
  const format = useFormat();
  const session = useOpenSession();
  const account = session ? session.profile.userName : '';
  return (
    <CopyButton text={() => noteText(note, { account, format })}>
      {format.t('handover.copy')}
    </CopyButton>
  );
}

function Note({ note }: { note: HandoverNote }) {
  const format = useFormat();
  const { t } = format;
  const time = (at: number) => timeText(at, note.madeAt, format);
  return (
    <>
      {!hasNews(note) && <EmptyList>{t('handover.nothing')}</EmptyList>}
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
              {method && <p className={page.quiet}>{method}</p>}
              <ul className={classes.list}>
                {items.map((item, index) => (
                  <li key={`${item.id} ${index}`}>
                    <Item item={item} />
                  </li>
                ))}
              </ul>
              {rest > 0 && <p className={page.quiet}>{t('common.more', { count: rest })}</p>}
            </section>
          );
        })}
      <div className={classes.limits}>
        {limitsOf(note, time, format).map((text) => (
          <p key={text} className={page.quiet}>
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
      <bdi className={classes.name}>{label}</bdi>
      {about && <span className={classes.about}>{about}</span>}
    </>
  );
  if (opens === null) return <div className={classes.gone}>{content}</div>;
  const open = () => {
    closeHandover();
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
