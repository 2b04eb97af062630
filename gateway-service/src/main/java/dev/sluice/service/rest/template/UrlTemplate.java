package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.ContractConfig.Quoting;
import dev.sluice.service.config.TemplateText;
import dev.sluice.service.config.TemplateText.Part;
import dev.sluice.service.config.TemplateText.Placeholder;
import dev.sluice.service.config.TemplateText.Placeholder.Kind;
import dev.sluice.service.rest.template.RestItem.UnaskableException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the URLs of a contract from templates that are parsed once. Immutable. */
public final class UrlTemplate {

    private final String base;
    private final List<Slot> path;
    private final List<Boolean> namedSegments;
    private final List<Slot> query;

    private UrlTemplate(String base, Ask ask) throws UnaskableException {
        this.base = base;
        this.path = slots(TemplateText.parse(ask.path()), ask, PercentEncoding::path);
        this.namedSegments = Stream.of(ask.path().split("/", -1))
                .map(segment -> TemplateText.parse(segment).hasAny())
                .toList();
        this.query = query(ask);
    }

    /**
     * Parses the templates.
     *
     * @param service the service's URL, with which all URLs begin
     * @throws IllegalArgumentException if a template contains an unknown placeholder or an unpaired surrogate
     */
    public static UrlTemplate parse(URI service, Ask ask) {
        try {
            return new UrlTemplate(service.toASCIIString().replaceFirst("/+$", ""), ask);
        } catch (final UnaskableException e) {
            throw new IllegalArgumentException("a template " + e.getMessage());
        }
    }

    /**
     * Parses the query. All parameters from the first that names an item to the last that names one are repeated for each item.
     */
    private static List<Slot> query(Ask ask) throws UnaskableException {
        final TemplateText query = TemplateText.parse(ask.query());
        if (query.has(Kind.ITEMS) || !query.namesAnItem()) {
            return slots(query, ask, PercentEncoding::query);
        }
        final List<String> parameters = List.of(ask.query().split("&", -1));
        int first = 0;
        while (!TemplateText.parse(parameters.get(first)).namesAnItem()) {
            first++;
        }
        int end = parameters.size();
        while (!TemplateText.parse(parameters.get(end - 1)).namesAnItem()) {
            end--;
        }
        final String before =
                parameters.subList(0, first).stream().map(one -> one + "&").collect(Collectors.joining());
        final String after = parameters.subList(end, parameters.size()).stream()
                .map(one -> "&" + one)
                .collect(Collectors.joining());
        final TemplateText repeated = TemplateText.parse(String.join("&", parameters.subList(first, end)));
        return List.of(
                Slot.alone(TemplateText.parse(before), PercentEncoding::query, ""),
                Slot.alone(repeated, PercentEncoding::query, "&"),
                Slot.alone(TemplateText.parse(after), PercentEncoding::query, ""));
    }

    private static List<Slot> slots(TemplateText text, Ask ask, Encoding encoding) throws UnaskableException {
        final List<Slot> slots = new ArrayList<>();
        for (final Part part : text.parts()) {
            final boolean items =
                    part.placeholder().isPresent() && part.placeholder().get().kind() == Kind.ITEMS;
            slots.add(
                    items
                            ? Slot.joined(TemplateText.parse(ask.item()), encoding, ask.separator(), ask.quoted())
                            : Slot.alone(new TemplateText(List.of(part)), encoding, ""));
        }
        return List.copyOf(slots);
    }

    /** Whether the URL is the same for all items. */
    public boolean isConstant() {
        return Stream.concat(path.stream(), query.stream()).allMatch(Slot::constant);
    }

    /** Returns the URL of a request for these items. */
    public String of(List<RestItem> items) throws UnaskableException {
        final String written = write(path, items);
        checkSegments(written);
        return query.isEmpty() ? base + written : base + written + "?" + write(query, items);
    }

    /** Returns the length of a URL without items. */
    public int fixedLength() {
        return base.length()
                + 1
                + Stream.concat(path.stream(), query.stream())
                        .mapToInt(Slot::fixedLength)
                        .sum();
    }

    /** Returns an upper bound of the length that an item adds to a URL. */
    public int lengthOf(RestItem item) throws UnaskableException {
        return lengthOf(path, item) + lengthOf(query, item);
    }

    private static int lengthOf(List<Slot> side, RestItem item) throws UnaskableException {
        int length = 0;
        for (int i = 0; i < side.size(); i++) { // no iterator, because this runs for each item of each call
            length += side.get(i).lengthOf(item);
        }
        return length;
    }

    private static String write(List<Slot> slots, List<RestItem> items) throws UnaskableException {
        final StringBuilder url = new StringBuilder();
        for (final Slot slot : slots) {
            slot.write(items, url);
        }
        return url.toString();
    }

    /**
     * Refuses segments that would change the path: a segment of dots, or an empty segment. Percent-encoding does not prevent that
     * change.
     */
    private void checkSegments(String written) throws UnaskableException {
        final String[] segments = written.split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            final String segment = segments[i];
            if (namedSegments.get(i) && (segment.isEmpty() || segment.equals(".") || segment.equals(".."))) {
                throw new UnaskableException("a key is '" + segment + "', which would change the path");
            }
        }
    }

    /** Encodes a literal of the configuration. */
    private interface Encoding {
        String literal(String text) throws UnaskableException;
    }

    /**
     * A piece of a URL: encoded literals of the configuration and encoded values of items. A piece with values is repeated for
     * each item.
     *
     * @param constant whether the piece contains no values
     * @param separator the encoded separator between two items
     * @param marks the texts that an unquoted value must not contain if several values are joined in one text; empty if the
     *     items are not joined
     */
    private record Slot(TemplateText text, boolean constant, String separator, List<String> marks, Quoting quoted) {

        private Slot(TemplateText text, String separator, List<String> marks, Quoting quoted) {
            this(text, !text.hasAny(), separator, marks, quoted);
        }

        /** Returns a piece in which items are separate. Their encoded values cannot be mistaken for other parts of the URL. */
        static Slot alone(TemplateText text, Encoding encoding, String separator) throws UnaskableException {
            return new Slot(encoded(text, encoding), separator, List.of(), Quoting.NONE);
        }

        /**
         * Returns a piece with all items joined in one text, which the service decodes and then splits.
         *
         * @param quoted the way in which values other than numbers and booleans are quoted
         */
        static Slot joined(TemplateText text, Encoding encoding, String separator, Quoting quoted)
                throws UnaskableException {
            final List<String> marks = new ArrayList<>(List.of(separator));
            boolean afterValue = false;
            for (final Part part : text.parts()) {
                if (afterValue && part.placeholder().isEmpty()) {
                    marks.add(part.literal());
                }
                afterValue |= part.placeholder().isPresent();
            }
            return new Slot(encoded(text, encoding), encoding.literal(separator), List.copyOf(marks), quoted);
        }

        private static TemplateText encoded(TemplateText text, Encoding encoding) throws UnaskableException {
            final List<Part> encoded = new ArrayList<>();
            for (final Part part : text.parts()) {
                encoded.add(new Part(encoding.literal(part.literal()), part.placeholder()));
            }
            return new TemplateText(List.copyOf(encoded));
        }

        /** Returns the length that this piece adds to a URL without items. */
        int fixedLength() {
            return constant
                    ? text.parts().stream()
                            .mapToInt(part -> part.literal().length())
                            .sum()
                    : 0;
        }

        /** Returns an upper bound of the length that an item adds to a URL. */
        int lengthOf(RestItem item) throws UnaskableException {
            return constant ? 0 : of(item).length() + separator.length();
        }

        void write(List<RestItem> items, StringBuilder url) throws UnaskableException {
            if (constant) {
                text.parts().forEach(part -> url.append(part.literal()));
                return;
            }
            for (int i = 0; i < items.size(); i++) {
                url.append(i == 0 ? "" : separator).append(of(items.get(i)));
            }
        }

        private String of(RestItem item) throws UnaskableException {
            return text.filled(placeholder -> PercentEncoding.data(value(item, placeholder)));
        }

        private String value(RestItem item, Placeholder placeholder) throws UnaskableException {
            final String value = item.text(placeholder);
            if (marks.isEmpty()) {
                return value;
            }
            if (quoted != Quoting.NONE) {
                return item.isWritten(placeholder) ? value : "\"" + escaped(value) + "\"";
            }
            if (value.isEmpty()) {
                throw new UnaskableException("a key is the empty text, which would be lost when keys are joined");
            }
            for (final String mark : marks) {
                if (!mark.isEmpty() && value.contains(mark)) {
                    throw new UnaskableException("a key holds '" + mark + "', which separates joined keys");
                }
            }
            return value;
        }

        private String escaped(String value) {
            return quoted == Quoting.JSON
                    ? new String(JsonStringEncoder.getInstance().quoteAsString(value))
                    : value.replace("\\", "\\\\").replace("\"", "\\\"");
        }
    }
}
