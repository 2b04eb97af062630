package dev.sluice.service.config.yaml;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The texts that must be in no message, in none of the forms in which they travel. The one place where a text of others is made
 * fit for a message: it is masked first and cut afterwards, since half a secret is not found. Any thread.
 */
public final class Secrets {

    /** No secrets: for texts that nobody but a job or the configuration's author wrote. */
    public static final Secrets NONE = new Secrets(List.of());

    private static final String MASK = "***";

    /** The most secrets known that were added later: a token that was replaced may still be in a text. */
    private static final int LATER = 8;

    /** No more of a text is looked at: far more than any message shows. */
    private static final int READ = 64 << 10;

    private final List<Forms> fixed;
    private final List<Forms> later = new CopyOnWriteArrayList<>();

    private Secrets(List<Forms> fixed) {
        this.fixed = fixed;
    }

    public static Secrets of(Collection<Secret> secrets) {
        return new Secrets(secrets.stream()
                .filter(secret -> !secret.value().isEmpty())
                .distinct()
                .map(Forms::of)
                .toList());
    }

    /** Adds a secret that came later: a token that was fetched, say. */
    public synchronized void add(Secret secret) {
        final Forms forms = Forms.of(secret);
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
        final String lowered = Forms.lowered(text);
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

    /**
     * The forms in which one secret is found in texts: as it is, in JSON, in a URL, and in base64. Immutable.
     *
     * @param plain in lower case, as all; hidden where they are found
     * @param encoded what base64 makes of it, whatever is before and after it: of {@code user:password} say. The whole text
     *     in base64 around it is hidden
     */
    private record Forms(Set<String> plain, Set<String> encoded) {

        /** A shorter secret would be found in other words: it is hidden only where it is a word of its own. */
        private static final int SHORT = 4;

        private static final Pattern NOT_IN_HTML = Pattern.compile("[<>&=']");
        private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");
        private static final Pattern NOT_ASCII_NOR_IN_HTML = Pattern.compile("[<>&=']|[^\\x00-\\x7f]");
        private static final Pattern PADDING = Pattern.compile("(=|%3d|\\\\u003d)+");

        static Forms of(Secret secret) {
            final String value = secret.value();
            final String json = value.replace("\\", "\\\\")
                    .replace("\"", "\\\"")
                    .replace("\n", "\\n")
                    .replace("\t", "\\t");
            final String url = URLEncoder.encode(value, StandardCharsets.UTF_8);
            final Stream<String> plain = Stream.of(
                    value,
                    json,
                    NOT_IN_HTML.matcher(json).replaceAll(Forms::escaped),
                    NOT_ASCII.matcher(json).replaceAll(Forms::escaped),
                    NOT_ASCII_NOR_IN_HTML.matcher(json).replaceAll(Forms::escaped),
                    url,
                    url.replace("+", "%20"));
            final byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            final Stream<String> encoded = IntStream.range(0, value.length() < SHORT ? 0 : 3)
                    .mapToObj(before -> middle(bytes, before))
                    .flatMap(middle -> Stream.of(
                            middle,
                            middle.replace('+', '-').replace('/', '_'),
                            middle.replace("/", "\\/"),
                            URLEncoder.encode(middle, StandardCharsets.UTF_8)));
            return new Forms(lowered(plain), lowered(encoded));
        }

        @Override
        public String toString() {
            return "***";
        }

        /** A character as JSON may write it that is in HTML, or is ASCII. */
        private static String escaped(MatchResult found) {
            final StringBuilder escaped = new StringBuilder();
            found.group().chars().forEach(c -> escaped.append(String.format("\\\\u%04x", c)));
            return escaped.toString();
        }

        private static Set<String> lowered(Stream<String> forms) {
            return forms.map(Forms::lowered).collect(Collectors.toUnmodifiableSet());
        }

        /** The text in lower case, letter by letter, so that places in it stay: some servers change the case. */
        static String lowered(String text) {
            final char[] chars = text.toCharArray();
            for (int i = 0; i < chars.length; i++) {
                chars[i] = Character.toLowerCase(chars[i]);
            }
            return new String(chars);
        }

        /** The letters of base64 that hold nothing but the secret, if so many bytes are before it. */
        private static String middle(byte[] secret, int before) {
            final byte[] bytes = new byte[before + secret.length];
            System.arraycopy(secret, 0, bytes, before, secret.length);
            final String all = Base64.getEncoder().withoutPadding().encodeToString(bytes);
            return all.substring((before * 8 + 5) / 6, bytes.length * 8 / 6);
        }

        /**
         * Marks what is to be hidden of a text.
         *
         * @param text in lower case
         * @param cut whether its end may be the beginning of a form
         */
        void hide(String text, boolean cut, BitSet hidden) {
            for (final String form : plain) {
                for (int at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
                    if (form.length() >= SHORT || isWord(text, at, at + form.length())) {
                        hidden.set(at, at + form.length());
                    }
                }
                if (cut) {
                    hidden.set(startOfEnd(text, form), text.length());
                }
            }
            for (final String form : encoded) {
                for (int at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
                    hidden.set(startOfBase64(text, at), endOfBase64(text, at + form.length()));
                }
                if (cut && startOfEnd(text, form) < text.length()) {
                    hidden.set(startOfBase64(text, startOfEnd(text, form)), text.length());
                }
            }
        }

        private static boolean isWord(String text, int from, int to) {
            return (from == 0 || !Character.isLetterOrDigit(text.charAt(from - 1)))
                    && (to == text.length() || !Character.isLetterOrDigit(text.charAt(to)));
        }

        /** The place from which the text's end is the beginning of the form; the text's length if there is none. */
        private static int startOfEnd(String text, String form) {
            for (int length = Math.min(form.length() - 1, text.length()); length > 0; length--) {
                if (text.startsWith(form.substring(0, length), text.length() - length)) {
                    return text.length() - length;
                }
            }
            return text.length();
        }

        private static int startOfBase64(String text, int at) {
            int start = at;
            while (start > 0 && isBase64(text.charAt(start - 1))) {
                start--;
            }
            return start;
        }

        private static int endOfBase64(String text, int at) {
            int end = at;
            while (end < text.length() && isBase64(text.charAt(end))) {
                end++;
            }
            final Matcher padding = PADDING.matcher(text).region(end, text.length());
            return padding.lookingAt() ? padding.end() : end;
        }

        private static boolean isBase64(char c) {
            return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || "+/-_".indexOf(c) >= 0;
        }
    }
}
