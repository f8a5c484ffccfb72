import {
  Button,
  ColorInput,
  Group,
  NativeSelect,
  Stack,
  Textarea,
  TextInput,
  Text,
} from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import { readCoordinates, writeCoordinates, type Coordinates } from '#shared/domain/coordinates';
import { groupLabel } from '#shared/domain/group';
import {
  largestRadius,
  longestPlaceName,
  longestPlaceNote,
  placeKinds,
  polygonsOf,
  squareMetresOf,
  type Place,
  type PlaceKind,
  placeColour,
} from '#shared/domain/places';
import { metresPerLength } from '#shared/domain/units';
import { message } from '#shared/i18n/translate';
import { useGroups } from '#features/edits';
import { areaText, useMapStore } from '#features/map';
import { createAccountStore } from '#lib/account-scope';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { Dialog, DialogActions } from '#ui/dialog';
import { NumberField } from '#ui/number-field';
import { SearchMultiSelect } from '#ui/search-select';
import { OpeningHours } from './opening-hours';
import { handlesOf, mostHandles } from './place-handles';
import { changePlaces, placeColours } from './places';

/** The place in the dialog; null: it is closed. */
const editor = createAccountStore<{
  editing: Editing | null;
  /** The place whose area is drawn on the map meanwhile. */
  drawing: Editing | null;
  /** The place whose area is changed on the map meanwhile. */
  reshaping: Editing | null;
}>({ editing: null, drawing: null, reshaping: null });

interface Editing {
  place: Place;
  isNew: boolean;
}

const close = () => editor.setState({ editing: null });

export const editPlace = (place: Place): void =>
  editor.setState({ editing: { place, isNew: false } });

const firstRadius = 150;

/** A new place around a position. */
export const newPlaceAt = ({ latitude, longitude }: Coordinates): void =>
  newPlace({ kind: 'circle', centre: [longitude, latitude], radiusM: firstRadius });

/** The area of a place was drawn: of the one that waits for it, or of a new one. null: it was not drawn. */
export function placeDrawn(shape: Place['shape'] | null): void {
  const { drawing } = editor.getState();
  if (drawing) {
    const place = shape ? { ...drawing.place, shape } : drawing.place;
    editor.setState({ editing: { ...drawing, place }, drawing: null });
  } else if (shape) newPlace(shape);
}

/** The place whose area has handles on the map; null: none. */
export const useReshapedPlace = (): Place | null =>
  useStore(editor, ({ reshaping }) => reshaping?.place ?? null);

/** Goes on in the dialog, with another area unless `shape` is null. */
export function placeReshaped(shape: Place['shape'] | null): void {
  const { reshaping } = editor.getState();
  if (!reshaping) return;
  const place = shape ? { ...reshaping.place, shape } : reshaping.place;
  editor.setState({ editing: { ...reshaping, place }, reshaping: null });
}

function newPlace(shape: Place['shape']): void {
  const place: Place = {
    id: crypto.randomUUID(),
    name: '',
    kind: 'other',
    colour: null,
    note: '',
    hours: null,
    groups: [],
    shape,
    updatedAt: 0,
  };
  editor.setState({ editing: { place, isNew: true } });
}

/** Names and describes a new place, or changes one. */
export function PlaceDialog() {
  const editing = useStore(editor, (state) => state.editing);
  return editing && <PlaceForm key={editing.place.id} {...editing} />;
}

function PlaceForm({ place: before, isNew }: { place: Place; isNew: boolean }) {
  const format = useFormat();
  const { t } = format;
  const [place, setPlace] = useState(before);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const set = (part: Partial<Place>) => setPlace({ ...place, ...part });
  const mapStore = useMapStore();
  const isChanged = place !== before;
  const circle = useCircle(place);
  const groups = useGroups();
  const hasName = place.name.trim() !== '';
  const shaped = { place: { ...place, shape: circle.shape }, isNew };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!hasName || circle.problem) return;
    setBusy(true);
    const stored = { ...place, name: place.name.trim(), shape: circle.shape };
    const done = message(isNew ? 'places.created' : 'places.saved', { place: stored.name });
    if (await changePlaces({ put: [stored], removed: [] }, done)) close();
    setBusy(false);
  };
  const unknown = place.groups.filter((id) => !groups.some((group) => group.id === id));
  return (
    <Dialog
      opened
      // What was typed goes only with Cancel.
      closeOnClickOutside={!isChanged}
      closeOnEscape={!isChanged}
      onClose={close}
      title={isNew ? t('places.new') : t('places.edit', { place: before.name })}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            required
            label={t('common.name')}
            value={place.name}
            maxLength={longestPlaceName}
            error={isAsked && !hasName && t('places.nameMissing')}
            onChange={({ currentTarget: { value } }) => set({ name: value })}
            autoComplete="off"
          />
          <Group grow>
            <NativeSelect
              label={t('places.kind')}
              data={placeKinds.map((kind) => ({ value: kind, label: t(`places.kind.${kind}`) }))}
              value={place.kind}
              onChange={({ currentTarget: { value } }) => set({ kind: value as PlaceKind })}
            />
            <ColorInput
              label={t('places.colour')}
              value={placeColour(place)}
              swatches={[...placeColours]}
              withPicker={false}
              withEyeDropper={false}
              onChange={(colour) => {
                if (/^#[\da-f]{6}$/.test(colour) && colour !== placeColour(place)) set({ colour });
              }}
            />
          </Group>
          {place.shape.kind === 'circle' ? (
            <Group grow align="flex-start">
              <TextInput
                label={t('places.centre')}
                value={circle.centre}
                error={isAsked && circle.centreProblem && t(circle.centreProblem)}
                onChange={({ currentTarget: { value } }) => circle.setCentre(value)}
                autoComplete="off"
                spellCheck={false}
                maxLength={2_000}
              />
              <NumberField
                label={t('places.radius', { unit: format.units.length === 'm' ? 'm' : 'other' })}
                value={circle.radius}
                min={1}
                hideControls
                error={isAsked && circle.radiusProblem && t('places.radius.wrong')}
                onChange={circle.setRadius}
              />
            </Group>
          ) : (
            <Text size="sm">
              {t('places.polygon', {
                count: place.shape.rings.reduce((sum, ring) => sum + ring.length, 0),
                area: areaText(squareMetresOf(place), format),
              })}
            </Text>
          )}
          <Group grow>
            <ActionButton
              size="compact-sm"
              onClick={() => {
                editor.setState({ editing: null, drawing: shaped });
                window.location.hash = '#/fleet';
                mapStore.setState({ ruler: { start: null }, panel: null });
              }}
            >
              {t('places.draw')}
            </ActionButton>
            <ActionButton
              size="compact-sm"
              disabled={handlesOf(circle.shape).length > mostHandles}
              onClick={() => {
                editor.setState({ editing: null, reshaping: shaped });
                window.location.hash = '#/fleet';
                mapStore.setState({ ruler: null, panel: null });
                const outline = polygonsOf(shaped.place)[0]![0]!;
                mapStore
                  .getState()
                  .engine?.camera.goToAll(
                    outline.map(([longitude, latitude]) => ({ longitude, latitude })),
                  );
              }}
            >
              {t('places.reshape')}
            </ActionButton>
          </Group>
          <SearchMultiSelect
            label={t('places.groups')}
            placeholder={place.groups.length === 0 ? t('places.groups.all') : ''}
            data={[
              ...groups.map((group) => ({ value: group.id, label: groupLabel(group) })),
              ...unknown.map((id) => ({ value: id, label: t('common.unknownGroup') })),
            ]}
            nothingFoundMessage={t('places.groups.noMatch')}
            value={place.groups}
            onChange={(chosen) => set({ groups: chosen })}
          />
          <OpeningHours hours={place.hours} onChange={(hours) => set({ hours })} />
          <Textarea
            label={t('places.note')}
            autosize
            minRows={2}
            maxRows={6}
            value={place.note}
            maxLength={longestPlaceNote}
            onChange={({ currentTarget: { value } }) => set({ note: value })}
          />
          <Text size="sm" c="dimmed">
            {t('places.where')}
          </Text>
          <DialogActions>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('places.save')}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The centre and the radius of a circle as they are typed. */
function useCircle({ shape }: Place) {
  const { language, units } = useFormat();
  const perUnit = metresPerLength[units.length];
  const first = shape.kind === 'circle' ? shape : null;
  const written = first
    ? writeCoordinates({ longitude: first.centre[0], latitude: first.centre[1] })
    : '';
  const [centre, setCentre] = useState(written);
  const [radius, setRadius] = useState<string | number>(
    first ? Math.round(first.radiusM / perUnit) : '',
  );
  if (!first) {
    return { shape, problem: false, centre, setCentre, radius, setRadius } as const;
  }
  const read = readCoordinates(centre, language.tag);
  const isSameRadius = radius === Math.round(first.radiusM / perUnit);
  const radiusM = isSameRadius ? first.radiusM : Number(radius) * perUnit;
  const radiusProblem = radius === '' || !(radiusM >= 1 && radiusM <= largestRadius);
  const centreProblem = read.ok ? null : read.message;
  const isSameCentre = centre === written;
  return {
    shape:
      read.ok && !radiusProblem
        ? {
            kind: 'circle' as const,
            // What was written is rounded.
            centre: isSameCentre
              ? first.centre
              : ([read.longitude, read.latitude] as [number, number]),
            radiusM,
          }
        : shape,
    problem: radiusProblem || centreProblem !== null,
    centre,
    setCentre,
    centreProblem,
    radius,
    setRadius,
    radiusProblem,
  };
}
