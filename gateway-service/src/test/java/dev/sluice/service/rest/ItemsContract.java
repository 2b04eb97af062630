package dev.sluice.service.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.service.chunk.Outcome;
import dev.sluice.wire.Arguments;
import dev.sluice.wire.EncodedRows;
import dev.sluice.wire.Encoder;
import dev.sluice.wire.KnownColumns;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The default contract by hand, with one column. */
record ItemsContract(String url, int limit, boolean event) implements Contract {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public void check(Arguments arguments) {
        // anything goes
    }

    @Override
    public List<HttpAsk> asks(List<RestItem> items) {
        final ObjectNode body = JSON.createObjectNode();
        final ArrayNode array = body.putArray("items");
        final List<Integer> all = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            final ObjectNode one =
                    array.addObject().put("id", Long.toString(items.get(i).id()));
            one.putPOJO(
                    event ? "payload" : "key", items.get(i).arguments().values().get(0));
            one.put("idempotencyKey", items.get(i).idempotencyKey());
            all.add(i);
        }
        try {
            return List.of(new HttpAsk(
                    "POST",
                    URI.create(url),
                    Map.of("Content-Type", "application/json", "Accept", "application/json"),
                    Optional.of(JSON.writeValueAsBytes(body)),
                    all));
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public List<ItemAnswer> read(int status, String contentType, byte[] body, List<RestItem> items)
            throws BadReplyException {
        if (!contentType.startsWith("application/json")) {
            throw new BadReplyException("content type '" + contentType + "'");
        }
        final JsonNode root;
        try {
            root = JSON.readTree(body);
        } catch (final IOException e) {
            throw new BadReplyException("not JSON");
        }
        final ItemAnswer[] answers = new ItemAnswer[items.size()];
        if (!root.path("items").isArray()) {
            throw new BadReplyException("no items");
        }
        for (final JsonNode one : root.path("items")) {
            int place = 0;
            while (place < items.size()
                    && !Long.toString(items.get(place).id())
                            .equals(one.path("id").textValue())) {
                place++;
            }
            if (place == items.size() || answers[place] != null) {
                throw new BadReplyException("an id that was not asked, or twice");
            }
            answers[place] = answer(one);
        }
        for (int i = 0; i < answers.length; i++) {
            answers[i] = answers[i] == null ? new ItemAnswer.Missing() : answers[i];
        }
        return List.of(answers);
    }

    private ItemAnswer answer(JsonNode one) throws BadReplyException {
        final int status = one.path("status").asInt();
        if (status == 404) {
            return new ItemAnswer.Answered(Outcome.NOT_FOUND);
        }
        if (status == 429 || status == 503) {
            return new ItemAnswer.Again("the item's status is " + status, OptionalLong.empty());
        }
        if (status >= 500) {
            return new ItemAnswer.InDoubt("the item's status is " + status, "" + status);
        }
        if (status >= 400) {
            return new ItemAnswer.Answered(
                    new Outcome.Failed(new Failure(FailureKind.REJECTED, "" + status, "refused", false)));
        }
        if (!one.path("value").path("name").isTextual()) {
            throw new BadReplyException("no value");
        }
        final byte[] columns = KnownColumns.encode(List.of("name"));
        final byte[] row =
                new Encoder().value(one.path("value").path("name").textValue()).toBytes();
        final EncodedRows rows = new EncodedRows(columns, 1, row);
        return new ItemAnswer.Answered(event ? new Outcome.Replied(rows) : new Outcome.Found(rows));
    }

    @Override
    public boolean meansNotFound(int status) {
        return false;
    }
}
