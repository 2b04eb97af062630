package dev.sluice.service.rest.template;

import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.TemplateText;
import dev.sluice.service.config.TemplateText.Part;
import dev.sluice.service.config.TemplateText.Placeholder;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The URLs of a contract, their templates taken apart once. Immutable. */
public final class UrlTemplate {

    /** A piece of a URL: a constant, or what differs from item to item with what stands between two of them. */
    private record Slot(String constant, Optional<UrlItem> each, String separator) {

        static Slot constant(String text) {
            return new Slot(text, Optional.empty(), "");
        }

        static Slot each(UrlItem item, String separator) {
            return new Slot("", Optional.of(item), separator);
        }
    }

    private final String base;
    private final List<Slot> path;
    private final List<Boolean> namedSegments;
    private final List<Slot> query;

    private UrlTemplate(String base, List<Slot> path, List<Boolean> namedSegments, List<Slot> query) {
        this.base = base;
        this.path = List.copyOf(path);
        this.namedSegments = namedSegments;
        this.query = List.copyOf(query);
    }

    /**
     * Takes the templates apart.
     *
     * @param service what the URLs begin with
     * @throws IllegalArgumentException if a template holds something that is no placeholder, or half a character
     */
    public static UrlTemplate parse(URI service, Ask ask) {
        try {
            return new UrlTemplate(
                    service.toASCIIString().replaceFirst("/+$", ""),
                    slots(TemplateText.parse(ask.path()), ask, PercentEncoding::path),
                    Stream.of(ask.path().split("/", -1))
                            .map(segment -> TemplateText.parse(segment)
                                    .placeholders()
                                    .findAny()
                                    .isPresent())
                            .toList(),
                    query(ask));
        } catch (final UnaskableException e) {
            throw new IllegalArgumentException("a template " + e.getMessage());
        }
    }

    private static List<Slot> query(Ask ask) throws UnaskableException {
        final TemplateText query = TemplateText.parse(ask.query());
        if (query.has(Placeholder.Kind.ITEMS) || !query.namesAnItem()) {
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
        final String repeated = String.join("&", parameters.subList(first, end));
        return List.of(
                Slot.constant(parameters.subList(0, first).stream()
                        .map(parameter -> literal(parameter) + "&")
                        .collect(Collectors.joining())),
                Slot.each(UrlItem.alone(TemplateText.parse(repeated), PercentEncoding::query), "&"),
                Slot.constant(parameters.subList(end, parameters.size()).stream()
                        .map(parameter -> "&" + literal(parameter))
                        .collect(Collectors.joining())));
    }

    private static String literal(String parameter) {
        try {
            return PercentEncoding.query(parameter);
        } catch (final UnaskableException e) {
            throw new IllegalArgumentException("a template " + e.getMessage());
        }
    }

    private static List<Slot> slots(TemplateText text, Ask ask, UrlItem.Encoding encoding) throws UnaskableException {
        final List<Slot> slots = new ArrayList<>();
        for (final Part part : text.parts()) {
            if (part.placeholder().isEmpty()) {
                slots.add(Slot.constant(encoding.literal(part.literal())));
            } else if (part.placeholder().get().kind() == Placeholder.Kind.ITEMS) {
                final UrlItem item =
                        UrlItem.joined(TemplateText.parse(ask.item()), encoding, ask.separator(), ask.quoted());
                slots.add(Slot.each(item, encoding.literal(ask.separator())));
            } else {
                slots.add(Slot.each(UrlItem.alone(new TemplateText(List.of(part)), encoding), ""));
            }
        }
        return slots;
    }

    /** Whether it is the same for all items. */
    public boolean isConstant() {
        return Stream.concat(path.stream(), query.stream())
                .allMatch(slot -> slot.each().isEmpty());
    }

    /** The URL that asks for these items. */
    public String of(List<RestItem> items) throws UnaskableException {
        final String written = write(path, items);
        checkSegments(written);
        return query.isEmpty() ? base + written : base + written + "?" + write(query, items);
    }

    /** How long a URL is without its items. */
    public int fixedLength() {
        return base.length()
                + 1
                + Stream.concat(path.stream(), query.stream())
                        .mapToInt(slot -> slot.constant().length())
                        .sum();
    }

    /** How much longer an item makes it, at the most. */
    public int lengthOf(RestItem item) throws UnaskableException {
        return lengthOf(path, item) + lengthOf(query, item);
    }

    private static int lengthOf(List<Slot> side, RestItem item) throws UnaskableException {
        int length = 0;
        for (int i = 0; i < side.size(); i++) { // for each item of each call: without an iterator
            final Slot slot = side.get(i);
            if (slot.each().isPresent()) {
                length += slot.each().get().of(item).length() + slot.separator().length();
            }
        }
        return length;
    }

    private static String write(List<Slot> slots, List<RestItem> items) throws UnaskableException {
        final StringBuilder url = new StringBuilder();
        for (final Slot slot : slots) {
            url.append(slot.constant());
            if (slot.each().isPresent()) {
                for (int i = 0; i < items.size(); i++) {
                    url.append(i == 0 ? "" : slot.separator())
                            .append(slot.each().get().of(items.get(i)));
                }
            }
        }
        return url.toString();
    }

    /** A segment of dots would lead to another path, and an empty one get lost; encoding does not help against either. */
    private void checkSegments(String written) throws UnaskableException {
        final String[] segments = written.split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            final String segment = segments[i];
            if (namedSegments.get(i) && (segment.isEmpty() || segment.equals(".") || segment.equals(".."))) {
                throw new UnaskableException("a key is '" + segment + "', which as part of a path leads elsewhere");
            }
        }
    }
}
