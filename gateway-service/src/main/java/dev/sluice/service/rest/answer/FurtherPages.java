package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.service.config.ContractConfig.Answer;
import java.util.Optional;

/**
 * How a response says that it is not all there is. Immutable.
 *
 * @param next where something stands only if more follows
 * @param total where the number of all items stands
 */
record FurtherPages(Optional<JsonPointer> next, Optional<JsonPointer> total) {

    static FurtherPages of(Answer contract) {
        return new FurtherPages(
                contract.next().map(JsonPointer::compile), contract.total().map(JsonPointer::compile));
    }

    /**
     * Checks that nothing follows.
     *
     * @param items how many the response has
     */
    void checkLast(JsonNode response, int items) throws BadReplyException {
        if (next.isPresent() && saysMore(response.at(next.get()))) {
            throw new MoreFollowsException("its response says at '" + next.get() + "' that more follows");
        }
        if (total.isPresent()) {
            final JsonNode all = response.at(total.get());
            if (!all.isIntegralNumber()) {
                throw new BadReplyException("there is no number of all items at '" + total.get() + "'");
            }
            if (all.bigIntegerValue().bitLength() > Long.SIZE - 1 || all.longValue() > items) {
                throw new MoreFollowsException("its response has " + items + " of the " + all.asText() + " items that '"
                        + total.get() + "' counts");
            }
        }
    }

    private static boolean saysMore(JsonNode node) {
        return !node.isMissingNode()
                && !node.isNull()
                && !(node.isBoolean() && !node.booleanValue())
                && !(node.isTextual() && node.textValue().isEmpty());
    }
}
