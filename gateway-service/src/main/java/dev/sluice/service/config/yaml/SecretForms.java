package dev.sluice.service.config.yaml;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.BitSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The forms in which one secret is found in texts: as it is, in JSON, in a URL, and in base64. Immutable.
 *
 * @param plain in lower case, as all; hidden where they are found
 * @param encoded what base64 makes of it, whatever is before and after it: of {@code user:password} say. The whole text
 *     in base64 around it is hidden
 */
record SecretForms(Set<String> plain, Set<String> encoded) {

    /** A shorter secret would be found in other words: it is hidden only where it is a word of its own. */
    private static final int SHORT = 4;

    private static final Pattern NOT_IN_HTML = Pattern.compile("[<>&=']");
    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");
    private static final Pattern NOT_ASCII_NOR_IN_HTML = Pattern.compile("[<>&=']|[^\\x00-\\x7f]");
    private static final Pattern PADDING = Pattern.compile("(=|%3d|\\\\u003d)+");

    static SecretForms of(Secret secret) {
        final String value = secret.value();
        final String json = value.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\t", "\\t");
        final String url = URLEncoder.encode(value, StandardCharsets.UTF_8);
        final Stream<String> plain = Stream.of(
                value,
                json,
                NOT_IN_HTML.matcher(json).replaceAll(SecretForms::escaped),
                NOT_ASCII.matcher(json).replaceAll(SecretForms::escaped),
                NOT_ASCII_NOR_IN_HTML.matcher(json).replaceAll(SecretForms::escaped),
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
        return new SecretForms(lowered(plain), lowered(encoded));
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
        return forms.map(SecretForms::lowered).collect(Collectors.toUnmodifiableSet());
    }

    /** In lower case, letter by letter, so that what is found has the same place in the text: some servers change it. */
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

    /** Where the text's end begins that is the beginning of the form. */
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
