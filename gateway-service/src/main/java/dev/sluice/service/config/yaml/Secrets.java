package dev.sluice.service.config.yaml;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The texts that must be in no message, in none of the forms in which they travel. The one place where a text of others is made
 * fit for a message: it is masked first and cut afterwards, since half a secret is not found. Any thread.
 */
public final class Secrets {

    /** For what nobody but a job or the configuration's author wrote. */
    public static final Secrets NONE = new Secrets(List.of());

    private static final String MASK = "***";

    /** So many of those that came later are known: a token that was replaced may still be in a text. */
    private static final int LATER = 8;

    /** No more of a text is looked at: far more than any message shows. */
    private static final int READ = 64 << 10;

    private final List<SecretForms> fixed;
    private final List<SecretForms> later = new CopyOnWriteArrayList<>();

    private Secrets(List<SecretForms> fixed) {
        this.fixed = fixed;
    }

    public static Secrets of(Collection<Secret> secrets) {
        return new Secrets(secrets.stream()
                .filter(secret -> !secret.value().isEmpty())
                .distinct()
                .map(SecretForms::of)
                .toList());
    }

    /** One more from now on: a token that was fetched, say. */
    public synchronized void add(Secret secret) {
        final SecretForms forms = SecretForms.of(secret);
        if (!secret.value().isEmpty() && !fixed.contains(forms) && !later.contains(forms)) {
            later.add(forms);
            if (later.size() > LATER) {
                later.remove(0);
            }
        }
    }

    /** The text without secrets. */
    public String masked(String text) {
        return masked(text, false);
    }

    /**
     * The text without secrets.
     *
     * @param cut whether there was more of it, so that its end may be the beginning of a secret
     */
    public String masked(String text, boolean cut) {
        final BitSet hidden = new BitSet();
        final String lowered = SecretForms.lowered(text);
        fixed.forEach(forms -> forms.hide(lowered, cut, hidden));
        later.forEach(forms -> forms.hide(lowered, cut, hidden));
        if (hidden.isEmpty()) {
            return text;
        }
        final StringBuilder out = new StringBuilder(text.length());
        int shown = 0;
        for (int from = hidden.nextSetBit(0); from >= 0; from = hidden.nextSetBit(shown)) {
            out.append(text, shown, from).append(MASK);
            shown = hidden.nextClearBit(from);
        }
        return out.append(text, shown, text.length()).toString();
    }

    /** The text without secrets, on one line, and cut to that many characters. */
    public String quoted(String text, int most) {
        final boolean cut = text.length() > READ;
        return line(masked(cut ? text.substring(0, READ) : text, cut), most, cut);
    }

    private static String line(String text, int most, boolean cut) {
        final StringBuilder out = new StringBuilder();
        boolean space = false;
        int shown = 0;
        for (int i = 0; i < text.length(); ) {
            final int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (Character.isISOControl(c) || Character.isWhitespace(c) || Character.getType(c) == Character.SURROGATE) {
                space = out.length() > 0;
                continue;
            }
            if (shown >= most) {
                return out.append('…').toString();
            }
            if (space) {
                out.append(' ');
                shown++;
                space = false;
            }
            out.appendCodePoint(c);
            shown++;
        }
        return cut ? out.append('…').toString() : out.toString();
    }
}
