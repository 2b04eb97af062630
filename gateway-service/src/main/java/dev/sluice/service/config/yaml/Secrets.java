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
 * The secrets that must not appear in any message, in any of their encoded forms. All foreign text is made safe for messages
 * here: it is masked first and shortened afterwards, because a secret that was cut off would not be found. Any thread may use
 * this class.
 */
public final class Secrets {

    /** No secrets: for texts that only a job or the author of the configuration wrote. */
    public static final Secrets NONE = new Secrets(List.of());

    private static final String MASK = "***";

    /**
     * The maximum number of secrets from {@link #add} that are kept; beyond it, the oldest is dropped. Replaced secrets are kept, too, because a text may still contain
     * them.
     */
    private static final int LATER = 8;

    /** The maximum number of characters of a text that are searched. Every message shows far fewer. */
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

    /** Adds a secret that became known later, for example a fetched token. */
    public synchronized void add(Secret secret) {
        final Forms forms = Forms.of(secret);
        if (!secret.value().isEmpty() && !fixed.contains(forms) && !later.contains(forms)) {
            later.add(forms);
            if (later.size() > LATER) {
                later.remove(0);
            }
        }
    }

    /** Returns the text with its secrets masked. */
    public String masked(String text) {
        return masked(text, false);
    }

    /**
     * Returns the text with its secrets masked.
     *
     * @param cut whether the text was shortened, so that its end may be the beginning of a secret
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

    /** Returns the text with its secrets masked, on one line, and shortened to at most {@code most} characters. */
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
     * The forms in which one secret may appear in texts: unchanged, in JSON, in a URL, and in base64. All are in lower case.
     * Immutable.
     *
     * @param plain the forms that are masked where they are found
     * @param encoded the parts of a base64 text that encode the secret, for each possible offset of the secret in the encoded
     *     text, for example in {@code user:password}; the whole base64 text around such a part is masked
     */
    private record Forms(Set<String> plain, Set<String> encoded) {

        /** A secret shorter than this would be found within other words, so it is masked only where it is a separate word. */
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

        /** Returns the unicode escapes of a character, which some JSON writers use for HTML and non-ASCII characters. */
        private static String escaped(MatchResult found) {
            final StringBuilder escaped = new StringBuilder();
            found.group().chars().forEach(c -> escaped.append(String.format("\\\\u%04x", c)));
            return escaped.toString();
        }

        private static Set<String> lowered(Stream<String> forms) {
            return forms.map(Forms::lowered).collect(Collectors.toUnmodifiableSet());
        }

        /**
         * Returns the text in lower case, because some servers change the case of secrets. It is converted character by
         * character, so that positions in it stay the same.
         */
        static String lowered(String text) {
            final char[] chars = text.toCharArray();
            for (int i = 0; i < chars.length; i++) {
                chars[i] = Character.toLowerCase(chars[i]);
            }
            return new String(chars);
        }

        /** Returns the base64 characters that encode only the secret, if {@code before} bytes precede the secret. */
        private static String middle(byte[] secret, int before) {
            final byte[] bytes = new byte[before + secret.length];
            System.arraycopy(secret, 0, bytes, before, secret.length);
            final String all = Base64.getEncoder().withoutPadding().encodeToString(bytes);
            return all.substring((before * 8 + 5) / 6, bytes.length * 8 / 6);
        }

        /**
         * Marks the characters of a text that must be masked.
         *
         * @param text the text in lower case
         * @param cut whether the end of the text may be the beginning of a form
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

        /**
         * Returns the position of the longest suffix of the text that is a prefix of the form; the text's length if there is
         * none.
         */
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
