import { Button, Menu, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo, useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { textKey } from '#shared/domain/text';
import { linkTo } from '#shared/domain/link';
import type { SavedView } from '#shared/domain/view-state';
import type { Fault } from '#shared/fault';
import type { PlainKey } from '#shared/i18n/translate';
import { createAccountStore, inAccount, onAccountOpened } from '#lib/account-scope';
import { api } from '#lib/api';
import { useFormat } from '#lib/use-format';
import { ActionButton } from '#ui/action-button';
import { CopyItem } from '#ui/copy-button';
import { Dialog, DialogActions } from '#ui/dialog';
import { FaultNotice } from '#ui/fault-notice';
import { filterOf, queryOf } from './filters';
import {
  firstQuery,
  useFleet,
  useFleetStore,
  type FleetState,
  type FleetStore,
  type ViewContent,
} from './fleet-store';
import classes from './fleet.module.css';
import { columnChoiceSchema, defaultColumns } from './layout';

/** The dialog that names a view: of what the page shows, or one that is renamed. */
type Naming = { id: string | null; name: string };

const contentShown = ({ query, columns }: FleetState): ViewContent => ({ query, columns });

/** The view that is picked or shows the same, and how the page differs from it. */
function comparedWith(
  kept: readonly { view: SavedView; content: ViewContent }[],
  pickedId: string | null,
  shown: ViewContent,
) {
  const isSame = ({ content }: { content: ViewContent }) => isSameContent(content, shown);
  const picked = kept.find(({ view }) => view.id === pickedId) ?? kept.find(isSame);
  return {
    picked: picked?.view ?? null,
    isAll: isSameContent(allDevices, shown),
    isChanged: picked !== undefined && !isSame(picked),
  };
}

/** The saved views: picks, saves, updates, renames and deletes them. */
export function ViewPicker() {
  const { t } = useFormat();
  const store = useFleetStore();
  const { views, pickedId, fault } = useSavedViews();
  const kept = useMemo(() => views.map((view) => ({ view, content: contentOf(view) })), [views]);
  // Not the filters themselves, so that typing in the search does not render the menu.
  const { picked, isAll, isChanged } = useFleet(
    useShallow((state) => comparedWith(kept, pickedId, contentShown(state))),
  );
  const link = picked && linkTo('view', picked.id);
  const [naming, setNaming] = useState<Naming | null>(null);
  const [deleting, setDeleting] = useState(false);
  const name = picked ? picked.name : isAll ? t('fleet.views.all') : t('fleet.views.unsaved');
  const button = isChanged
    ? t('fleet.views.buttonChanged', { view: name })
    : t('fleet.views.button', { view: name });
  const showAll = () => {
    store.showView(allDevices);
    pickView(null);
  };
  return (
    <>
      <Menu position="bottom-start" width={240} withArrow>
        <Menu.Target>
          <ActionButton
            px={8}
            justify="space-between"
            classNames={{ root: classes.views, label: classes.oneLine }}
            aria-label={button}
            title={button}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {isChanged ? t('fleet.views.changed', { view: name }) : name}
          </ActionButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={picked?.id ?? (isAll ? 'all' : '')}>
            <Menu.RadioItem value="all" closeMenuOnClick onClick={showAll}>
              {t('fleet.views.all')}
            </Menu.RadioItem>
            {views.map((view) => (
              <Menu.RadioItem
                key={view.id}
                value={view.id}
                closeMenuOnClick
                onClick={() => showSavedView(store, view)}
              >
                <bdi>{view.name}</bdi>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={() => setNaming({ id: null, name: '' })}>
            {t('fleet.views.saveAs')}
          </Menu.Item>
          {picked && (
            <>
              <Menu.Item
                disabled={!isChanged}
                onClick={() =>
                  void saveView(viewOf(picked.id, picked.name, contentShown(store.getState())))
                }
              >
                {t('fleet.views.update', { view: picked.name })}
              </Menu.Item>
              <Menu.Item onClick={() => setNaming({ id: picked.id, name: picked.name })}>
                {t('fleet.views.rename', { view: picked.name })}
              </Menu.Item>
              <Menu.Item
                onClick={() => void api.app.openWindow({ shows: 'wall', views: [picked.id] })}
              >
                {t('wall.view', { view: picked.name })}
              </Menu.Item>
              {link !== null && (
                <CopyItem name={t('common.copyLink')} done={t('common.linkCopied')} text={link} />
              )}
              <Menu.Item onClick={() => setDeleting(true)}>
                {t('fleet.views.delete', { view: picked.name })}
              </Menu.Item>
            </>
          )}
          {fault && <FaultNotice fault={fault} context="open" />}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <NameDialog
          naming={naming}
          taken={views.filter(({ id }) => id !== naming.id).map((view) => view.name)}
          onClose={() => setNaming(null)}
          onName={(next) => {
            const renamed = views.find(({ id }) => id === naming.id);
            const shown = contentShown(store.getState());
            return saveView(
              renamed ? { ...renamed, name: next } : viewOf(crypto.randomUUID(), next, shown),
            );
          }}
        />
      )}
      {deleting && picked && (
        <Dialog
          opened
          onClose={() => setDeleting(false)}
          title={t('fleet.views.delete.title', { view: picked.name })}
        >
          <p className={classes.dialogText}>{t('fleet.views.delete.text')}</p>
          <DialogActions>
            <ActionButton onClick={() => setDeleting(false)}>{t('common.cancel')}</ActionButton>
            <Button
              size="xs"
              color="red"
              data-autofocus
              onClick={() => {
                setDeleting(false);
                void removeView(picked.id);
              }}
            >
              {t('fleet.views.delete.button')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

interface NameDialogProps {
  naming: Naming;
  taken: readonly string[];
  /** Returns whether it was stored. */
  onName: (name: string) => Promise<boolean>;
  onClose: () => void;
}

/** null: the name can be used. */
function nameProblem(name: string, taken: readonly string[]): PlainKey | null {
  const key = textKey(name);
  if (key === '') return 'fleet.views.name.missing';
  return taken.some((each) => textKey(each) === key) ? 'fleet.views.name.taken' : null;
}

function NameDialog({ naming, taken, onName, onClose }: NameDialogProps) {
  const { t } = useFormat();
  const [name, setName] = useState(naming.name);
  const [isTried, setTried] = useState(false);
  const { fault } = useSavedViews();
  const problem = nameProblem(name, taken);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === null && (await onName(name.trim()))) onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={naming.id === null ? t('fleet.views.save.title') : t('fleet.views.rename.title')}
    >
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          data-autofocus
          label={t('fleet.views.name')}
          description={naming.id === null ? t('fleet.views.save.help') : undefined}
          value={name}
          maxLength={60}
          error={isTried && problem ? t(problem) : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {fault && <FaultNotice fault={fault} context="open" />}
        <DialogActions>
          <ActionButton onClick={onClose}>{t('common.cancel')}</ActionButton>
          <Button size="xs" type="submit">
            {naming.id === null ? t('fleet.views.save.button') : t('fleet.views.rename.button')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface SavedViewsState {
  views: readonly SavedView[];
  /** False until the stored views are loaded. */
  isRead: boolean;
  /** The view that was picked or saved last, even if the page shows something else by now. */
  pickedId: string | null;
  /** Why the last change was not stored. */
  fault: Fault | null;
}

export const savedViewsStore = createAccountStore<SavedViewsState>({
  views: [],
  isRead: false,
  pickedId: null,
  fault: null,
});

const useSavedViews = (): SavedViewsState => useStore(savedViewsStore);

async function readViews(): Promise<void> {
  const outcome = await inAccount(api.savedViews.list());
  if (!outcome) return;
  savedViewsStore.setState(
    outcome.ok ? { views: outcome.value, isRead: true } : { fault: outcome.fault },
  );
}
onAccountOpened(() => void readViews());

const pickView = (pickedId: string | null): void =>
  savedViewsStore.setState({ pickedId, fault: null });

/** Shows the saved view with an id; false if it is known that there is none. */
export async function showSavedViewOf(fleet: FleetStore, id: string): Promise<boolean> {
  await readViews();
  const { views, fault } = savedViewsStore.getState();
  const view = views.find((each) => each.id === id);
  if (view) showSavedView(fleet, view);
  return view !== undefined || fault !== null;
}

/** Shows a saved view on the page. */
export function showSavedView(fleet: FleetStore, view: SavedView): void {
  fleet.showView(contentOf(view));
  pickView(view.id);
}

/** Returns whether the view was stored. */
async function saveView(view: SavedView): Promise<boolean> {
  const outcome = await inAccount(api.savedViews.save(view));
  if (!outcome) return false;
  if (outcome.ok)
    savedViewsStore.setState({ views: outcome.value, pickedId: view.id, fault: null });
  else savedViewsStore.setState({ fault: outcome.fault });
  return outcome.ok;
}

async function removeView(id: string): Promise<void> {
  const outcome = await inAccount(api.savedViews.remove({ id }));
  if (!outcome) return;
  const { pickedId } = savedViewsStore.getState();
  if (outcome.ok) {
    const picked = pickedId === id ? null : pickedId;
    savedViewsStore.setState({ views: outcome.value, pickedId: picked, fault: null });
  } else savedViewsStore.setState({ fault: outcome.fault });
}

/** The page without a filter, in the order and with the columns of a new installation. */
export const allDevices: ViewContent = { query: firstQuery, columns: defaultColumns };

/** The filter, order and columns of a view. */
export function contentOf(view: SavedView): ViewContent {
  const columns = columnChoiceSchema.catch(defaultColumns).parse(view.columns);
  return { query: queryOf(view), columns };
}

/** A view of what the page shows now. */
export function viewOf(id: string, name: string, { query, columns }: ViewContent): SavedView {
  return {
    id,
    name: name.trim(),
    ...filterOf(query),
    columns: { shown: [...columns.shown], widths: columns.widths },
  };
}

/** Whether the page shows exactly what a view keeps. */
export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  return textOf(one) === textOf(other);
}

/** Independent of the order in which states were chosen and widths were set. */
function textOf({ query, columns }: ViewContent): string {
  const { search, filters, sort } = filterOf(query);
  const values = Object.entries(filters).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.toSorted() : value,
  ]);
  const widths = Object.entries(columns.widths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([search, values, sort.column, sort.descending, columns.shown, widths]);
}
