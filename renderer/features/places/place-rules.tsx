import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import { groupLabel } from '#shared/domain/group';
import { ruleTriggers, type PlaceRule, type RuleTrigger } from '#shared/domain/place-rules';
import { placeKinds, type Place } from '#shared/domain/places';
import { message, type Message } from '#shared/i18n/translate';
import type { PlaceRulesChange } from '#shared/ipc/places';
import { useGroups } from '#features/edits';
import { statusMirror } from '#features/status';
import { inAccount } from '#lib/account-scope';
import { api } from '#lib/api';
import type { Format } from '#lib/format';
import { showFault, showToast } from '#lib/toasts';
import { useAnswer } from '#lib/use-answer';
import { currentFormat, useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Dialog, DialogActions } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { NumberField } from '#ui/number-field';
import { SearchMultiSelect } from '#ui/search-select';
import { overviewMirror } from './place-events';
import { usePlaces } from './places';
import classes from './places.module.css';

/** Opens the rules of places. */
export function PlaceRulesButton() {
  const { t } = useFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>{t('place-rules.button')}</ActionButton>
      {isOpen && <PlaceRulesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const newRule = (): PlaceRule => ({
  id: crypto.randomUUID(),
  trigger: 'enters',
  minutes: 60,
  places: 'forbidden',
  groups: [],
  isOn: true,
});

/** The rules in sentences: a person adds, changes and deletes them, and turns them on and off. */
function PlaceRulesDialog({ onClose }: { onClose: () => void }) {
  const format = useFormat();
  const { t } = format;
  const revision = useStore(overviewMirror, ({ value }) => value?.revision);
  const {
    value: rules,
    fault,
    reload,
  } = useAnswer(() => api.placeRules.all(), [revision], { keepsValue: true });
  /** null: a rule was edited before. */
  const [editing, setEditing] = useState<PlaceRule | null>();
  const places = usePlaces();
  const groups = useGroups();
  const seconds = useStore(statusMirror, ({ value }) => value?.longestCheckSeconds ?? 0);
  const sentence = (rule: PlaceRule) => sentenceOf(rule, { places, groups, format });
  const change = async (part: PlaceRulesChange, done: Message | null) => {
    const undo = await store(part);
    if (!undo) return false;
    reload();
    if (!done) return true;
    showToast({
      tone: 'info',
      title: t(done),
      actions: [{ label: t('common.undo'), run: () => void store(undo).then(reload) }],
    });
    return true;
  };
  return (
    <Dialog
      opened
      size="lg"
      onClose={onClose}
      title={t('place-rules.title')}
      data-guide="place-rules"
    >
      {editing ? (
        <RuleForm
          rule={editing}
          onCancel={() => setEditing(null)}
          onSave={async (rule) => {
            const done = message('place-rules.saved');
            if (await change({ put: [rule], removed: [] }, done)) setEditing(null);
          }}
        />
      ) : (
        <Stack gap="sm">
          {fault && <FaultNotice fault={fault} context="open" />}
          {rules?.length === 0 && <Text size="sm">{t('place-rules.none')}</Text>}
          {rules && rules.length > 0 && (
            <ul className={classes.rules}>
              {rules.map((rule) => (
                <li key={rule.id}>
                  <Switch
                    size="sm"
                    label={sentence(rule)}
                    checked={rule.isOn}
                    onChange={({ currentTarget: { checked } }) =>
                      void change({ put: [{ ...rule, isOn: checked }], removed: [] }, null)
                    }
                  />
                  <Group gap={6} wrap="nowrap">
                    <ActionButton size="compact-xs" onClick={() => setEditing(rule)}>
                      {t('place-rules.edit')}
                    </ActionButton>
                    <ActionButton
                      size="compact-xs"
                      color="red"
                      onClick={() =>
                        void change({ put: [], removed: [rule.id] }, message('place-rules.deleted'))
                      }
                    >
                      {t('place-rules.delete')}
                    </ActionButton>
                  </Group>
                </li>
              ))}
            </ul>
          )}
          {seconds > 0 && (
            <Text size="sm" c="dimmed">
              {t('place-rules.checked', { time: format.duration(Math.ceil(seconds / 60) * 60) })}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('place-rules.quiet')}
          </Text>
          <DialogActions>
            <Button
              data-autofocus
              autoFocus={editing === null}
              onClick={() => setEditing(newRule())}
            >
              {t('place-rules.add')}
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  );
}

/** Returns the change that undoes it; null if it was not stored. */
async function store(change: PlaceRulesChange): Promise<PlaceRulesChange | null> {
  const outcome = await inAccount(api.placeRules.change(change));
  if (!outcome) return null;
  if (outcome.ok) return outcome.value;
  showFault(currentFormat().t('place-rules.notStored'), outcome.fault);
  return null;
}

const mostNames = 3;

interface Names {
  places: readonly Place[];
  groups: ReturnType<typeof useGroups>;
  format: Format;
}

/** "All devices: entering Depot North". */
function sentenceOf(rule: PlaceRule, { places, groups, format }: Names): string {
  const { t, items } = format;
  const named = (ids: readonly string[], nameOf: (id: string) => string) => {
    const names = ids.slice(0, mostNames).map(nameOf);
    const more = ids.length - names.length;
    return items(more > 0 ? [...names, t('common.more', { count: more })] : names);
  };
  const labelOf = (id: string) => {
    const group = groups.find((each) => each.id === id);
    return group ? groupLabel(group) : t('common.unknownGroup');
  };
  const nameOf = (id: string) =>
    places.find((place) => place.id === id)?.name ?? t('place-rules.places.gone');
  const devices =
    rule.groups.length === 0 ? t('place-rules.devices.all') : named(rule.groups, labelOf);
  const of =
    typeof rule.places === 'string'
      ? t('place-rules.rule.kind', { kind: t(`places.kind.${rule.places}`) })
      : named(rule.places, nameOf);
  const { trigger, minutes } = rule;
  return trigger === 'stays'
    ? t('place-rules.rule.stays', { devices, places: of, minutes })
    : t(`place-rules.rule.${trigger}`, { devices, places: of });
}

const chosenPlaces = 'chosen';

interface RuleFormProps {
  rule: PlaceRule;
  onSave: (rule: PlaceRule) => Promise<void>;
  onCancel: () => void;
}

function RuleForm({ rule: before, onSave, onCancel }: RuleFormProps) {
  const { t } = useFormat();
  const [rule, setRule] = useState(before);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const places = usePlaces();
  const groups = useGroups();
  const set = (part: Partial<PlaceRule>) => setRule({ ...rule, ...part });
  const { trigger, places: of } = rule;
  const isMissing = of.length === 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isMissing || !(rule.minutes >= 1)) return;
    setBusy(true);
    await onSave(rule);
    setBusy(false);
  };
  const isAfterHours = trigger === 'isInside' || trigger === 'isOutside';
  const about = places.filter(({ id, kind }) =>
    typeof of === 'string' ? kind === of : of.includes(id),
  );
  const withoutHours = about.filter(({ hours }) => hours === null).length;
  const gone =
    typeof of === 'string' ? [] : of.filter((id) => !places.some((place) => place.id === id));
  const unknown = rule.groups.filter((id) => !groups.some((group) => group.id === id));
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <SearchMultiSelect
          label={t('place-rules.devices')}
          placeholder={rule.groups.length === 0 ? t('place-rules.devices.all') : ''}
          data={[
            ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
            ...unknown.map((id) => ({ value: id, label: t('common.unknownGroup') })),
          ]}
          nothingFoundMessage={t('places.groups.noMatch')}
          value={rule.groups}
          onChange={(chosen) => set({ groups: chosen })}
        />
        <NativeSelect
          autoFocus
          label={t('place-rules.notify')}
          data={ruleTriggers.map((each) => ({
            value: each,
            label: t(`place-rules.trigger.${each}`),
          }))}
          value={trigger}
          onChange={({ currentTarget: { value } }) => set({ trigger: value as RuleTrigger })}
        />
        {trigger === 'stays' && (
          <NumberField
            label={t('place-rules.minutes')}
            value={rule.minutes}
            min={1}
            max={43_200}
            onChange={(value) => set({ minutes: Math.round(Number(value)) })}
          />
        )}
        <NativeSelect
          label={t('place-rules.places')}
          data={[
            ...placeKinds.map((kind) => ({
              value: kind as string,
              label: t('place-rules.places.kind', { kind: t(`places.kind.${kind}`) }),
            })),
            { value: chosenPlaces, label: t('place-rules.places.chosen') },
          ]}
          value={typeof of === 'string' ? of : chosenPlaces}
          onChange={({ currentTarget: { value } }) =>
            set({ places: placeKinds.find((kind) => kind === value) ?? [] })
          }
        />
        {typeof of !== 'string' && (
          <SearchMultiSelect
            aria-label={t('place-rules.places.chosen')}
            data={[
              ...places.map(({ id, name }) => ({ value: id, label: name })),
              ...gone.map((id) => ({ value: id, label: t('place-rules.places.gone') })),
            ]}
            limit={100}
            nothingFoundMessage={t('places.groups.noMatch')}
            error={isAsked && isMissing && t('place-rules.places.missing')}
            value={of}
            onChange={(chosen) => set({ places: chosen })}
          />
        )}
        {isAfterHours && withoutHours > 0 && (
          <Text size="sm">{t('place-rules.noHours', { count: withoutHours })}</Text>
        )}
        <DialogActions>
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('place-rules.save')}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  );
}
