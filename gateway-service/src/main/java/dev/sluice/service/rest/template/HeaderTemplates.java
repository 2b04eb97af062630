package dev.sluice.service.rest.template;

import dev.sluice.service.config.TemplateText;
import dev.sluice.service.rest.template.RestItem.UnaskableException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/** The templates of a contract's headers. Immutable. */
public final class HeaderTemplates {

    private static final String JSON = "application/json";

    private final Map<String, TemplateText> templates = new LinkedHashMap<>();

    /**
     * Parses the templates.
     *
     * @param body whether the requests have a body
     */
    public HeaderTemplates(Map<String, String> configured, boolean body) {
        final TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(configured.keySet());
        if (!names.contains("Accept")) {
            templates.put("Accept", TemplateText.parse(JSON));
        }
        if (body && !names.contains("Content-Type")) {
            templates.put("Content-Type", TemplateText.parse(JSON));
        }
        configured.forEach((name, value) -> templates.put(name, TemplateText.parse(value)));
    }

    /** Whether the headers are the same for all items. */
    public boolean isConstant() {
        return templates.values().stream().noneMatch(TemplateText::hasAny);
    }

    /** Returns the headers of a request, given its first item. If a header has placeholders, each request has only one item. */
    public Map<String, String> of(RestItem item) throws UnaskableException {
        final Map<String, String> headers = new LinkedHashMap<>();
        for (final Map.Entry<String, TemplateText> template : templates.entrySet()) {
            headers.put(template.getKey(), template.getValue().filled(placeholder -> checked(item.text(placeholder))));
        }
        return headers;
    }

    private static String checked(String text) throws UnaskableException {
        if (!text.chars().allMatch(c -> c >= ' ' && c <= '~') || !text.equals(text.strip())) {
            throw new UnaskableException("a key holds a character that no header may have");
        }
        return text;
    }
}
