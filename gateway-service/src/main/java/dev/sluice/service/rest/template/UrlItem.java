package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.sluice.service.config.ContractConfig.Quoting;
import dev.sluice.service.config.TemplateText;
import dev.sluice.service.config.TemplateText.Part;
import dev.sluice.service.config.TemplateText.Placeholder;
import java.util.ArrayList;
import java.util.List;

/** What a URL says of one item: literals of the configuration and the item's own values, encoded. Immutable. */
final class UrlItem {

    /** Encodes what the configuration wrote. */
    interface Encoding {
        String literal(String text) throws UnaskableException;
    }

    private final TemplateText text;
    private final boolean joined;
    private final Quoting quoted;
    private final List<String> marks;

    private UrlItem(TemplateText text, boolean joined, Quoting quoted, List<String> marks) {
        this.text = text;
        this.joined = joined;
        this.quoted = quoted;
        this.marks = marks;
    }

    /** An item that stands for itself: encoded, its values cannot be mistaken for anything else. */
    static UrlItem alone(TemplateText text, Encoding encoding) throws UnaskableException {
        return new UrlItem(encoded(text, encoding), false, Quoting.NONE, List.of());
    }

    /**
     * One of several in one text, which the service takes apart after it decoded it.
     *
     * @param quoted how values that are no numbers or flags are quoted
     */
    static UrlItem joined(TemplateText text, Encoding encoding, String separator, Quoting quoted)
            throws UnaskableException {
        final List<String> marks = new ArrayList<>(List.of(separator));
        boolean behindValue = false;
        for (final Part part : text.parts()) {
            if (behindValue && part.placeholder().isEmpty()) {
                marks.add(part.literal());
            }
            behindValue |= part.placeholder().isPresent();
        }
        return new UrlItem(encoded(text, encoding), true, quoted, List.copyOf(marks));
    }

    private static TemplateText encoded(TemplateText text, Encoding encoding) throws UnaskableException {
        final List<Part> encoded = new ArrayList<>();
        for (final Part part : text.parts()) {
            encoded.add(new Part(encoding.literal(part.literal()), part.placeholder()));
        }
        return new TemplateText(List.copyOf(encoded));
    }

    /** The text for an item, encoded. */
    String of(RestItem item) throws UnaskableException {
        return text.filled(placeholder -> PercentEncoding.data(value(item, placeholder)));
    }

    private String escaped(String value) {
        return quoted == Quoting.JSON
                ? new String(JsonStringEncoder.getInstance().quoteAsString(value))
                : value.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private String value(RestItem item, Placeholder placeholder) throws UnaskableException {
        final String value = item.text(placeholder);
        if (!joined) {
            return value;
        }
        if (quoted != Quoting.NONE) {
            return item.isWritten(placeholder) ? value : "\"" + escaped(value) + "\"";
        }
        if (value.isEmpty()) {
            throw new UnaskableException("a key is the empty text, which gets lost where keys are joined");
        }
        for (final String mark : marks) {
            if (!mark.isEmpty() && value.contains(mark)) {
                throw new UnaskableException("a key holds '" + mark + "', which separates joined keys");
            }
        }
        return value;
    }
}
