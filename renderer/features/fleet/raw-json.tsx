import { api } from '#lib/api';
import { indentJson } from '#lib/indent-json';
import { CopyButton } from '#ui/copy-button';
import classes from './details.module.css';

/** A record as the service sent it. */
export function RawJson({ title, json }: { title: string; json: string }) {
  const text = indentJson(json);
  const copy = async () => (await api.app.copyText({ text })).ok;
  return (
    <section className={classes.raw} aria-label={`${title} as JSON`}>
      <div className={classes.rawHead}>
        <h3 className={classes.rawTitle}>{title}, as the service sent it</h3>
        <CopyButton onCopy={copy}>Copy</CopyButton>
      </div>
      <pre className={classes.json} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
