import { Tabs, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { accessOf } from '#shared/domain/access';
import { groupLabel } from '#shared/domain/group';
import { knownMoment, knownOf } from '#shared/domain/known';
import { knownValidity, userLabel, type User, type ValidityField } from '#shared/domain/user';
import {
  DeleteRecord,
  DetailDevices,
  RecordDetail,
  useDeviceLabel,
  useDeviceLabels,
  useGroupsByIdOrName,
  type RecordDetailActions,
} from '#features/edits';
import { useAccountZone, useDaysNote } from '#features/settings';
import { useNow } from '#lib/clock';
import { fieldWord, validityText } from '#lib/field-values';
import { byText } from '#lib/in-order';
import { knownListText, knownMomentText, knownText } from '#lib/known-values';
import { useFormat } from '#lib/use-format';
import { AgeText } from '#ui/age-text';
import { Fact, FactList } from '#ui/fact-list';
import { page } from '#ui/page';
import { accessPath, accessText } from './access-text';
import { shownCountry, shownTimeZone, useCountries, useTimeZones } from './lookups';
import { expiryDistance, privilegeWords, userStatusOf, type UserStatus } from './user-rules';
import classes from './users.module.css';

/** One user: every field, and which devices they see. */
export function UserDetail({ user, ...actions }: { user: User } & RecordDetailActions) {
  const { t } = useFormat();
  return (
    <RecordDetail
      kind="user"
      id={user.id}
      label={t('users.detail')}
      title={userLabel(user)}
      {...actions}
    >
      <Tabs defaultValue="facts" className={page.page} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="facts">{t('users.detail.overview')}</Tabs.Tab>
          <Tabs.Tab value="access">{t('users.access')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facts" className={page.restBelow}>
          <UserFacts user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="access" className={page.restBelow}>
          <AccessPanel user={user} />
        </Tabs.Panel>
      </Tabs>
    </RecordDetail>
  );
}

type TextField =
  'name' | 'email' | 'description' | 'country' | 'timeZone' | 'message' | 'disabledMessage';
type MomentField = 'lastLoginAt' | 'createdAt' | 'modifiedAt';

/** Every field of a user. A password that the service may send never reaches the renderer. */
function UserFacts({ user }: { user: User }) {
  const format = useFormat();
  const { t } = format;
  const label = (field: keyof User) => fieldWord('user', field, format);
  const noValue = t('common.known.none');
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const device = useDeviceLabel(user.deviceId);
  const group = useGroupsByIdOrName().find(user.group);
  const countries = useCountries().value;
  const timeZones = useTimeZones().value;
  const fact = (field: TextField, shown: (sent: string) => string = String) => (
    <Fact name={label(field)}>{knownText(knownOf(user, field), shown, noValue, format)}</Fact>
  );
  const expiresIn = expiryDistance(user, now, zone, format);
  const moment = (field: MomentField, none: string, more?: ReactNode) => (
    <Fact name={label(field)}>
      {knownMomentText(knownMoment(user, field), format.moment, none, format)}
      {more}
    </Fact>
  );
  const validity = (field: ValidityField, none: string, distance: string | null = null) => {
    const known = knownValidity(user, field, zone);
    const day = knownText(known, (end) => validityText(field, end, zone, format), none, format);
    return (
      <Fact name={label(field)}>
        {distance === null ? day : t('users.detail.expiresIn', { day, distance })}
      </Fact>
    );
  };
  return (
    <>
      <FactList title={t('users.detail.user')}>
        {fact('name')}
        {fact('email')}
        {fact('description')}
        {fact('country', (sent) => shownCountry(sent, countries, format))}
        {fact('timeZone', (sent) => shownTimeZone(sent, timeZones, format))}
        {fact('message')}
        <Fact name={t('common.id')}>{user.id}</Fact>
      </FactList>
      <FactList title={t('users.access')} note={useDaysNote()}>
        <Fact name={t('common.state')}>
          <StatusBadge status={userStatusOf(user, now, zone)} />
        </Fact>
        <Fact name={label('disabled')}>
          {knownText(
            knownOf(user, 'disabled'),
            (isOn) => t(isOn ? 'users.detail.yes' : 'users.detail.no'),
            noValue,
            format,
          )}
        </Fact>
        {fact('disabledMessage')}
        <Fact name={label('group')}>
          {knownText(
            knownOf(user, 'group'),
            (id) => (group ? groupLabel(group) : id),
            noValue,
            format,
          )}
        </Fact>
        <Fact name={label('deviceId')}>
          {knownText(knownOf(user, 'deviceId'), (id) => device ?? id, noValue, format)}
        </Fact>
        <Fact name={label('privileges')} title={knownListText(knownOf(user, 'privileges'), format)}>
          {knownListText(privilegeWords(knownOf(user, 'privileges')), format)}
        </Fact>
        <Fact name={label('adminDevices')}>
          {knownText(knownOf(user, 'adminDevices'), format.count, noValue, format)}
        </Fact>
        {validity('validFrom', t('users.noStart'))}
        {validity('expiresAt', t('users.noExpiry'), expiresIn)}
      </FactList>
      <FactList title={t('common.history')}>
        {moment(
          'lastLoginAt',
          t('users.login.never'),
          user.lastLoginAt !== null && (
            <>
              {' '}
              (<AgeText at={user.lastLoginAt} />)
            </>
          ),
        )}
        {moment('createdAt', noValue)}
        {moment('modifiedAt', noValue)}
      </FactList>
      <OtherFields user={user} />
    </>
  );
}

function OtherFields({ user }: { user: User }) {
  const format = useFormat();
  const { t } = format;
  const noValue = t('common.known.none');
  const others: [string, unknown][] = [...Object.entries(user.tags), ...Object.entries(user.extra)];
  const tags = knownOf(user, 'tags');
  return (
    <FactList title={t('users.detail.other')}>
      {Object.keys(user.tags).length === 0 && (
        <Fact name={fieldWord('user', 'tags', format)}>
          {knownText(tags, () => noValue, noValue, format)}
        </Fact>
      )}
      {others.map(([name, value], index) => (
        <Fact key={`${index} ${name}`} name={name}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
    </FactList>
  );
}

/** What a user sees: one sentence and the list of devices. */
function AccessPanel({ user }: { user: User }) {
  const format = useFormat();
  const { t } = format;
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const groups = useGroupsByIdOrName();
  const device = useDeviceLabel(user.deviceId);
  const access = useMemo(() => accessOf(user, groups), [user, groups]);
  const deviceIds = useMemo(() => [...(access.deviceIds ?? [])], [access]);
  const labels = useDeviceLabels(deviceIds);
  const rows = useMemo(() => {
    const inGroup = new Set(access.group?.deviceIds);
    const visible = deviceIds.map((id) => {
      const label = labels?.get(id);
      // Unknown until the list of devices has loaded.
      const isMissing = labels !== null && label === undefined;
      const group = inGroup.has(id) ? access.group : null;
      const path = t('users.visible.path', {
        path: accessPath(group, id === access.deviceId),
        group: group ? groupLabel(group) : '',
      });
      return {
        id,
        label: label ?? id,
        note: isMissing ? t('users.visible.unlisted', { path }) : path,
        isListed: label !== undefined,
      };
    });
    return visible.sort((a, b) => byText(a.label, b.label));
  }, [access, deviceIds, labels, t]);
  const status = userStatusOf(user, now, zone);
  return (
    <div className={page.page}>
      <p className={classes.sentence}>
        {accessText({ user: userLabel(user), access, status, device }, format)}
      </p>
      <DetailDevices
        label={t('users.visible')}
        rows={rows}
        noteHeader={t('users.visible.through')}
        empty={t('users.visible.none')}
      />
    </div>
  );
}

interface DeleteUserProps {
  user: User;
  /** `journalId` is null if someone else had already deleted the user. */
  onDeleted: (journalId: string | null) => void;
  onCancel: () => void;
}

/** Asks for confirmation and says what the user can see. */
export function DeleteUser({ user, onDeleted, onCancel }: DeleteUserProps) {
  const format = useFormat();
  const { t } = format;
  const groups = useGroupsByIdOrName();
  const device = useDeviceLabel(user.deviceId);
  const name = userLabel(user);
  const access = accessOf(user, groups);
  const sentences = [
    user.email && user.email !== name ? t('users.delete.email', { email: user.email }) : '',
    accessText({ user: name, access, status: 'active', device }, format),
    t('users.delete.effect', { user: name }),
  ];
  return (
    <DeleteRecord kind="user" record={user} onDeleted={onDeleted} onCancel={onCancel}>
      <Text size="sm">{sentences.filter(Boolean).join(' ')}</Text>
      <Text size="sm" mt="sm">
        {t('users.delete.undo')}
      </Text>
    </DeleteRecord>
  );
}

/** Whether a user can log in: a colour and a word, with the message of one who cannot. */
export function StatusBadge({ status, why }: { status: UserStatus; why?: string | null }) {
  const { t } = useFormat();
  const text =
    status === 'disabled' && why
      ? t('users.status.disabledBecause', { reason: why })
      : t(`users.status.${status}`);
  return (
    <span className={page.inline} title={text}>
      <span className={classes.statusDot} data-status={status} aria-hidden />
      <span className={page.cut}>{text}</span>
    </span>
  );
}
