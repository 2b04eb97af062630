package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.ContractConfig.Match;
import dev.sluice.service.rest.template.KeyText;
import dev.sluice.service.rest.template.RestItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the requested item that a piece of a response belongs to. */
public final class AskedKeys {

    /** An id in the form in which the gateway writes it. */
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

    private final Map<Object, Integer> places;
    private final Arguments like;
    private final Identity identity;

    /** The value that identifies an item in the request and in the response. */
    public enum Identity {
        ID,
        IDEMPOTENCY_KEY,
        ARGUMENTS;

        /** Returns the identity by which a contract matches items. */
        public static Identity of(Match match, boolean idIsSent) {
            if (match == Match.KEY) {
                return ARGUMENTS;
            }
            return idIsSent ? ID : IDEMPOTENCY_KEY;
        }

        /**
         * Whether this value is different for every item. Only ids are unique: a job may send equal arguments, and a copied
         * request has the same idempotency key as its original.
         */
        public boolean unique() {
            return this == ID;
        }

        /** Returns the identifying value of an item: an id, a text, or the list of texts of a composite key. */
        public Object of(RestItem item) {
            return switch (this) {
                case ID -> item.id();
                case IDEMPOTENCY_KEY -> item.idempotencyKey();
                case ARGUMENTS -> {
                    final List<Object> values = item.values();
                    yield values.size() == 1
                            ? KeyText.of(values.get(0))
                            : values.stream().map(KeyText::of).toList();
                }
            };
        }
    }

    AskedKeys(Identity identity, List<RestItem> items) {
        this.identity = identity;
        this.like = items.get(0).arguments();
        this.places = new HashMap<>(2 * items.size());
        for (int i = 0; i < items.size(); i++) {
            if (places.putIfAbsent(identity.of(items.get(i)), i) != null) {
                throw new IllegalArgumentException("Two items of one call cannot be told apart");
            }
        }
    }

    /**
     * Returns the index, in the request, of the item that a piece of the response belongs to.
     *
     * @param number the number of the piece in the response, from 0, for messages
     */
    int find(JsonNode node, List<JsonPointer> pointers, int number) throws BadReplyException {
        if (pointers.size() == 1) {
            return place(part(node, pointers, 0, number), number);
        }
        final List<Object> key = new ArrayList<>(pointers.size());
        for (int i = 0; i < pointers.size(); i++) {
            key.add(part(node, pointers, i, number));
        }
        return place(key, number);
    }

    private Object part(JsonNode node, List<JsonPointer> pointers, int index, int number) throws BadReplyException {
        final JsonNode part = node.at(pointers.get(index));
        if (part.isMissingNode()) {
            throw new BadReplyException(named(number) + " has no '" + pointers.get(index) + "' that identifies it");
        }
        return key(part, index).orElseThrow(() -> unknown(named(number)));
    }

    private int place(Object key, int number) throws BadReplyException {
        final Integer place = places.get(key);
        if (place == null) {
            throw unknown(named(number));
        }
        return place;
    }

    /** Returns the name that messages give to a piece of the response. */
    static String named(int number) {
        return "item " + (number + 1);
    }

    /** Returns the index of the item that a field with this name belongs to. */
    int find(String name, String what) throws BadReplyException {
        final Integer place = places.get(key(name).orElseThrow(() -> unknown(what)));
        if (place == null) {
            throw unknown(what);
        }
        return place;
    }

    private Optional<?> key(String name) {
        return identity == Identity.ID ? id(name) : key(TextNode.valueOf(name), 0);
    }

    /** Parses an id that the service returned as text. Services do that when they got the id as part of a text. */
    private static Optional<Long> id(String text) {
        return NUMBER.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    private Optional<?> key(JsonNode part, int index) {
        return switch (identity) {
            case ID ->
                part.isIntegralNumber() && part.canConvertToLong()
                        ? Optional.of(part.longValue())
                        : Optional.ofNullable(part.textValue()).flatMap(AskedKeys::id);
            case IDEMPOTENCY_KEY -> part.isTextual() ? Optional.of(part.textValue()) : Optional.empty();
            case ARGUMENTS -> KeyText.of(part, like.type(index));
        };
    }

    private static BadReplyException unknown(String what) {
        return new BadReplyException(what + " belongs to no item of the request");
    }
}
