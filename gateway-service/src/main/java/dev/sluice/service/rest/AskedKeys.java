package dev.sluice.service.rest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.service.config.ContractConfig.Match;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the item that was asked by what a response says of it. */
final class AskedKeys {

    private final Map<List<String>, Integer> places = new HashMap<>();
    private final AskedItem like;
    private final Identity identity;

    /** What tells items apart, in the request and in the response. */
    enum Identity {
        ID,
        IDEMPOTENCY_KEY,
        ARGUMENTS;

        /** The one that a contract matches by. */
        static Identity of(Match match, boolean idIsSent) {
            if (match == Match.KEY) {
                return ARGUMENTS;
            }
            return idIsSent ? ID : IDEMPOTENCY_KEY;
        }

        /** What tells an item from the others of its call. */
        List<String> of(AskedItem item) {
            return switch (this) {
                case ID -> List.of(Long.toString(item.item().id()));
                case IDEMPOTENCY_KEY -> List.of(item.item().idempotencyKey());
                case ARGUMENTS -> item.values().stream().map(KeyText::of).toList();
            };
        }
    }

    AskedKeys(Identity identity, List<AskedItem> items) {
        this.identity = identity;
        this.like = items.get(0);
        for (int i = 0; i < items.size(); i++) {
            if (places.putIfAbsent(identity.of(items.get(i)), i) != null) {
                throw new IllegalArgumentException("Two items of one call that nothing tells apart");
            }
        }
    }

    /**
     * The place, in what was asked, of the item that a piece of a response is about.
     *
     * @param number the piece's, from 0, for the message
     */
    int find(JsonNode node, List<JsonPointer> pointers, int number) throws BadReplyException {
        final List<String> key = new ArrayList<>(pointers.size());
        for (int i = 0; i < pointers.size(); i++) {
            final JsonNode part = node.at(pointers.get(i));
            if (part.isMissingNode()) {
                throw new BadReplyException(named(number) + " has no '" + pointers.get(i) + "' to tell whose it is");
            }
            key.add(text(part, i).orElseThrow(() -> unknown(named(number))));
        }
        final Integer place = places.get(key);
        if (place == null) {
            throw unknown(named(number));
        }
        return place;
    }

    /** A piece of a response in messages. */
    static String named(int number) {
        return "item " + (number + 1);
    }

    /** The same by the name of a field. */
    int find(String name, String what) throws BadReplyException {
        if (identity == Identity.ID) {
            return place(List.of(name), what);
        }
        return place(List.of(text(TextNode.valueOf(name), 0).orElseThrow(() -> unknown(what))), what);
    }

    private Optional<String> text(JsonNode part, int index) throws BadReplyException {
        return switch (identity) {
            case ID -> Optional.of(part.asText()).filter(text -> part.isIntegralNumber());
            case IDEMPOTENCY_KEY -> Optional.of(part.asText()).filter(text -> part.isTextual());
            case ARGUMENTS -> KeyText.of(part, like.values().get(index));
        };
    }

    private int place(List<String> key, String what) throws BadReplyException {
        final Integer place = places.get(key);
        if (place == null) {
            throw unknown(what);
        }
        return place;
    }

    private static BadReplyException unknown(String what) {
        return new BadReplyException(what + " belongs to nothing that was asked");
    }
}
