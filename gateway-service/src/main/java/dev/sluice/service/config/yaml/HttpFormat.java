package dev.sluice.service.config.yaml;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The formats of values that become part of HTTP requests or that locate something in responses. */
public final class HttpFormat {

    private static final String NONE = "none";
    private static final String PRINTABLE_TEXT = "a text of printable characters that is not empty";
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]([ -~]*[!-~])?");
    private static final Pattern POINTER = Pattern.compile("(/([^~/]|~[01])*)*");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Set<String> OWN_HEADERS = Set.of(
            ("connection content-length cookie expect host keep-alive proxy-authorization te trailer transfer-encoding"
                            + " upgrade")
                    .split(" "));

    private HttpFormat() {}

    /** The format of a password or token that must not be empty. */
    public static Format<Secret> token() {
        return Format.secret(PRINTABLE_TEXT, HttpFormat::isPrintable);
    }

    public static Format<URI> serviceUrl() {
        return Format.secret(
                "a URL that starts with 'http://' or 'https://', without user, query or fragment",
                HttpFormat::parseServiceUrl,
                URI::toString);
    }

    /** The format of a JSON pointer (RFC 6901). */
    public static Format<String> pointer() {
        return Format.matching(
                "a JSON pointer, such as /id, or the empty text for the whole",
                text -> POINTER.matcher(text).matches());
    }

    /** The format of a JSON pointer, or of a word for none, which is read as empty. */
    public static Format<Optional<String>> pointerOrNone() {
        final Format<String> pointer = pointer();
        return Format.orWord(pointer.expects() + ", or " + NONE, NONE, pointer);
    }

    /** The format of a response's status, of a JSON pointer, or of any other text, which names an error. */
    public static Format<String> statusPointerOrError() {
        return Format.numberOr(
                "a status from 200 to 599, a JSON pointer such as /busy, or an error",
                text -> text.matches("[0-9]+")
                        ? text.matches("[2-5][0-9][0-9]")
                        : text.startsWith("/") ? POINTER.matcher(text).matches() : !text.isBlank());
    }

    /** The format of a URL's path. */
    public static Format<String> path() {
        return Format.matching("a path that begins with '/'", text -> text.startsWith("/"));
    }

    /** The format of an HTTP header's value. */
    public static Format<String> headerValue() {
        return Format.matching(PRINTABLE_TEXT, HttpFormat::isPrintable);
    }

    private static boolean isPrintable(String text) {
        return PRINTABLE.matcher(text).matches();
    }

    /** The format of an HTTP header's name, except headers for credentials. */
    public static Format<String> header() {
        final Format<String> any = secretHeader();
        return Format.matching(
                any.expects() + " and none that holds secrets",
                text -> any.parse().apply(text).isPresent() && !text.equalsIgnoreCase("Authorization"));
    }

    /** The format of an HTTP header's name, including headers for credentials. */
    public static Format<String> secretHeader() {
        return Format.matching(
                "a header's name that is none of HTTP's own",
                text -> HEADER.matcher(text).matches() && !OWN_HEADERS.contains(text.toLowerCase(Locale.ROOT)));
    }

    private static Optional<URI> parseServiceUrl(String text) {
        try {
            return Optional.of(URI.create(text))
                    .filter(url -> "http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                    .filter(url -> url.getHost() != null && url.getRawUserInfo() == null)
                    .filter(url -> url.getRawQuery() == null && url.getRawFragment() == null);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
