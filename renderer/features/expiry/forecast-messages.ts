interface Summary {
  today: string;
  last: string;
  day: string;
}

interface Day {
  day: string;
  licences: string;
  /** null: none expires. */
  expiring: string | null;
}

/** The texts of the chart; `isFree`: it shows free licences, otherwise those in use. */
export const forecastMessages = {
  title: (isFree: boolean) => (isFree ? 'Licences free by date' : 'Licences in use by date'),
  summary: (isFree: boolean, { today, last, day }: Summary) =>
    isFree
      ? `Licences free by date, the next 90 days, if nothing is activated, renewed or added: ${today} today, ${last} on ${day}.`
      : `Licences in use by date, the next 90 days, if nothing is activated, renewed or added: ${today} today, ${last} on ${day}.`,
  day: (isFree: boolean, { day, licences, expiring }: Day) => {
    if (expiring === null)
      return isFree ? `${day}: ${licences} free` : `${day}: ${licences} in use`;
    return isFree
      ? `${day}: ${licences} free, ${expiring} expire`
      : `${day}: ${licences} in use, ${expiring} expire`;
  },
};
