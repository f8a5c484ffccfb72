import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { userLabel, type User, knownValidity, type ValidityField } from '#shared/domain/user';
import { groupLabel } from '#shared/domain/group';
import { dayText } from '#shared/domain/calendar';
import { knownMoment, knownOf } from '#shared/domain/known';
import {
  RecordDetail,
  useDeviceLabel,
  useGroupsByIdOrName,
  type RecordDetailActions,
} from '#features/edits';
import { useAccountZone, useDaysNote } from '#features/settings';
import { useNow } from '#lib/clock';
import { commonTexts } from '#lib/common-texts';
import { fieldWord } from '#lib/field-messages';
import { knownText, listText } from '#lib/known-text';
import { useFormat } from '#lib/use-format';
import { validityText } from '#lib/validity-text';
import { AgeText } from '#ui/age-text';
import { Fact, FactList } from '#ui/fact-list';
import { AccessPanel } from './access-panel';
import { shownCountry, shownTimeZone, useCountries, useTimeZones } from './lookups';
import { privilegeWords } from './user-columns';
import { expiryDistance, userStatusOf, userStatusLabels } from './user-status';
import { texts } from './users-texts';
import classes from './users.module.css';

/** One user: every field, and which devices they see. */
export function UserDetail({ user, ...actions }: { user: User } & RecordDetailActions) {
  return (
    <RecordDetail label={texts.userDetails} title={userLabel(user)} {...actions}>
      <Tabs defaultValue="facts" className={classes.tabs} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="facts">{texts.overview}</Tabs.Tab>
          <Tabs.Tab value="access">{texts.access}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facts" className={classes.panel}>
          <UserFacts user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="access" className={classes.panel}>
          <AccessPanel user={user} />
        </Tabs.Panel>
      </Tabs>
    </RecordDetail>
  );
}

const label = (field: keyof User) => fieldWord('user', field);

type TextField =
  'name' | 'email' | 'description' | 'country' | 'timeZone' | 'message' | 'disabledMessage';
type MomentField = 'lastLoginAt' | 'createdAt' | 'modifiedAt';

/** Every field of a user. A password that the service may send never reaches the renderer. */
function UserFacts({ user }: { user: User }) {
  const format = useFormat();
  const now = useNow(60_000);
  const { zone } = useAccountZone();
  const device = useDeviceLabel(user.deviceId);
  const group = useGroupsByIdOrName().find(user.group);
  const countries = useCountries().entries;
  const timeZones = useTimeZones().entries;
  const fact = (field: TextField, shown: (sent: string) => string = String) => (
    <Fact name={label(field)}>{knownText(knownOf(user, field), shown, texts.none)}</Fact>
  );
  const expiresIn = expiryDistance(user, now, zone);
  const moment = (field: MomentField, none: string, more?: ReactNode) => {
    const known = knownMoment(user, field);
    return (
      <Fact name={label(field)}>
        {knownText(
          known,
          (value) => ('day' in value ? dayText(value.day) : format.moment(value.at)),
          none,
        )}
        {more}
      </Fact>
    );
  };
  const validity = (field: ValidityField, none: string, more?: ReactNode) => (
    <Fact name={label(field)}>
      {knownText(knownValidity(user, field, zone), (end) => validityText(field, end, zone), none)}
      {more}
    </Fact>
  );
  return (
    <>
      <FactList title={texts.user}>
        {fact('name')}
        {fact('email')}
        {fact('description')}
        {fact('country', (sent) => shownCountry(sent, countries))}
        {fact('timeZone', (sent) => shownTimeZone(sent, timeZones))}
        {fact('message')}
        <Fact name={commonTexts.id}>{user.id}</Fact>
      </FactList>
      <FactList title={texts.access} note={useDaysNote()}>
        <Fact name={commonTexts.state}>{userStatusLabels[userStatusOf(user, now, zone)]}</Fact>
        <Fact name={label('disabled')}>
          {knownText(
            knownOf(user, 'disabled'),
            (isOn) => (isOn ? texts.yes : texts.no),
            texts.none,
          )}
        </Fact>
        {fact('disabledMessage')}
        <Fact name={label('group')}>
          {knownText(knownOf(user, 'group'), (id) => (group ? groupLabel(group) : id), texts.none)}
        </Fact>
        <Fact name={label('deviceId')}>
          {knownText(knownOf(user, 'deviceId'), (id) => device ?? id, texts.none)}
        </Fact>
        <Fact name={label('privileges')} title={listText(knownOf(user, 'privileges'))}>
          {listText(privilegeWords(knownOf(user, 'privileges')))}
        </Fact>
        <Fact name={label('adminDevices')}>
          {knownText(knownOf(user, 'adminDevices'), format.count, texts.none)}
        </Fact>
        {validity('validFrom', texts.noStart)}
        {validity('expiresAt', texts.noExpiry, expiresIn && ` (${expiresIn})`)}
      </FactList>
      <FactList title={commonTexts.history}>
        {moment(
          'lastLoginAt',
          texts.never,
          user.lastLoginAt !== null && (
            <>
              {' '}
              (<AgeText at={user.lastLoginAt} />)
            </>
          ),
        )}
        {moment('createdAt', texts.none)}
        {moment('modifiedAt', texts.none)}
      </FactList>
      <OtherFields user={user} />
    </>
  );
}

function OtherFields({ user }: { user: User }) {
  const others: [string, unknown][] = [...Object.entries(user.tags), ...Object.entries(user.extra)];
  const tags = knownOf(user, 'tags');
  return (
    <FactList title={texts.tagsAndOtherFields}>
      {Object.keys(user.tags).length === 0 && (
        <Fact name={label('tags')}>{knownText(tags, () => texts.none, texts.none)}</Fact>
      )}
      {others.map(([name, value], index) => (
        <Fact key={`${index} ${name}`} name={name}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
    </FactList>
  );
}
