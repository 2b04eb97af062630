package dev.sluice.service.rest.template;

import dev.sluice.service.config.ContractConfig.Ask;
import dev.sluice.service.config.TemplateText;
import dev.sluice.service.config.TemplateText.Part;
import dev.sluice.service.config.TemplateText.Placeholder.Kind;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The URLs of a contract, their templates taken apart once. Immutable. */
public final class UrlTemplate {

    private final String base;
    private final List<UrlSlot> path;
    private final List<Boolean> namedSegments;
    private final List<UrlSlot> query;

    private UrlTemplate(String base, Ask ask) throws UnaskableException {
        this.base = base;
        this.path = slots(TemplateText.parse(ask.path()), ask, PercentEncoding::path);
        this.namedSegments = Stream.of(ask.path().split("/", -1))
                .map(segment -> TemplateText.parse(segment).hasAny())
                .toList();
        this.query = query(ask);
    }

    /**
     * Takes the templates apart.
     *
     * @param service what the URLs begin with
     * @throws IllegalArgumentException if a template holds something that is no placeholder, or half a character
     */
    public static UrlTemplate parse(URI service, Ask ask) {
        try {
            return new UrlTemplate(service.toASCIIString().replaceFirst("/+$", ""), ask);
        } catch (final UnaskableException e) {
            throw new IllegalArgumentException("a template " + e.getMessage());
        }
    }

    /** The parameters from the first to the last that name an item are repeated for each. */
    private static List<UrlSlot> query(Ask ask) throws UnaskableException {
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
                UrlSlot.alone(TemplateText.parse(before), PercentEncoding::query, ""),
                UrlSlot.alone(repeated, PercentEncoding::query, "&"),
                UrlSlot.alone(TemplateText.parse(after), PercentEncoding::query, ""));
    }

    private static List<UrlSlot> slots(TemplateText text, Ask ask, UrlSlot.Encoding encoding)
            throws UnaskableException {
        final List<UrlSlot> slots = new ArrayList<>();
        for (final Part part : text.parts()) {
            final boolean items =
                    part.placeholder().isPresent() && part.placeholder().get().kind() == Kind.ITEMS;
            slots.add(
                    items
                            ? UrlSlot.joined(TemplateText.parse(ask.item()), encoding, ask.separator(), ask.quoted())
                            : UrlSlot.alone(new TemplateText(List.of(part)), encoding, ""));
        }
        return List.copyOf(slots);
    }

    /** Whether it is the same for all items. */
    public boolean isConstant() {
        return Stream.concat(path.stream(), query.stream()).allMatch(UrlSlot::isConstant);
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
                        .mapToInt(UrlSlot::fixedLength)
                        .sum();
    }

    /** How much longer an item makes it, at the most. */
    public int lengthOf(RestItem item) throws UnaskableException {
        return lengthOf(path, item) + lengthOf(query, item);
    }

    private static int lengthOf(List<UrlSlot> side, RestItem item) throws UnaskableException {
        int length = 0;
        for (int i = 0; i < side.size(); i++) { // for each item of each call: without an iterator
            length += side.get(i).lengthOf(item);
        }
        return length;
    }

    private static String write(List<UrlSlot> slots, List<RestItem> items) throws UnaskableException {
        final StringBuilder url = new StringBuilder();
        for (final UrlSlot slot : slots) {
            slot.write(items, url);
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
