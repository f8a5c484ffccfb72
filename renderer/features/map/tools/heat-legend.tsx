import { CloseButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AlertPlaces } from '#shared/ipc/history';
import type { Fault } from '#shared/fault';
import { mercatorX, mercatorY } from '#engines/geo';
import { api } from '#lib/api';
import type { ColourScheme } from '#lib/device-state-look';
import { useFormat } from '#lib/use-format';
import { FaultNotice } from '#ui/fault-notice';
import type { MapStore } from '../store';
import { alertHeatMs, isOfAlerts, type AlertHeat } from './heat-choice';
import { heatRamps } from './heat-layer';
import type { MapTools } from './map-tools';
import { alertHeatText, toolMessages as messages } from './tool-messages';
import classes from './tools.module.css';

interface HeatLegendProps {
  store: MapStore;
  tools: MapTools;
  theme: ColourScheme;
  /** What the heat shows, in words; null: there is none. */
  onText: (text: string | null) => void;
}

/** Shows the chosen heat on the map and explains it. */
export function HeatLegend({ store, tools, theme, onText }: HeatLegendProps) {
  const heat = useStore(store, (state) => state.heat);
  const format = useFormat();
  const alerts = useAlertPlaces(isOfAlerts(heat) ? heat : null);
  useEffect(() => {
    if (heat === 'off' || heat === 'devices') return tools.setHeat(heat === 'off' ? null : heat);
    const { latitude = [], longitude = [], count = [] } = alerts.places ?? {};
    tools.setHeat({ x: longitude.map(mercatorX), y: latitude.map(mercatorY), count });
  }, [tools, heat, alerts.places]);
  const text = isOfAlerts(heat)
    ? alerts.places
      ? alertHeatText(heat, alerts.places, format.count)
      : messages.heatLoading
    : heat === 'devices'
      ? messages.heatOfDevices
      : null;
  useEffect(() => onText(text), [onText, text]);
  if (text === null) return null;
  if (alerts.fault) return <FaultNotice fault={alerts.fault} context="open" />;
  return (
    <section className={classes.heat} aria-label={messages.heat}>
      <div className={classes.panelHead}>
        <strong>{messages.heatTitles[heat]}</strong>
        <CloseButton
          size="xs"
          aria-label={messages.heatOff}
          title={messages.heatOff}
          onClick={() => store.setState({ heat: 'off' })}
        />
      </div>
      <div className={classes.ramp}>
        <span>{messages.heatFew}</span>
        <span
          className={classes.rampBar}
          style={{ background: `linear-gradient(90deg, ${heatRamps[theme].join(', ')})` }}
        />
        <span>{messages.heatMany}</span>
      </div>
      <p className={classes.quiet} role="status">
        {text}
      </p>
    </section>
  );
}

interface AlertPlacesRead {
  places: AlertPlaces | null;
  fault: Fault | null;
}

const nothingRead: AlertPlacesRead = { places: null, fault: null };
/** Downloading alerts announces each device. */
const againMs = 2_000;

/** Where the downloaded alerts were, read again when more are downloaded; null: not needed. */
function useAlertPlaces(choice: AlertHeat | null): AlertPlacesRead {
  const [read, setRead] = useState<{ of: AlertHeat | null } & AlertPlacesRead>({
    of: null,
    ...nothingRead,
  });
  useEffect(() => {
    if (choice === null) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const load = async () => {
      timer = null;
      const to = Date.now();
      const outcome = await api.alerts.places({ range: { from: to - alertHeatMs[choice], to } });
      if (isOver) return;
      setRead(
        outcome.ok
          ? { of: choice, places: outcome.value, fault: null }
          : { of: choice, places: null, fault: outcome.fault },
      );
    };
    void load();
    const stop = api.alerts.onChanged(() => {
      timer ??= setTimeout(() => void load(), againMs);
    });
    return () => {
      isOver = true;
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [choice]);
  return read.of === choice && choice !== null ? read : nothingRead;
}
