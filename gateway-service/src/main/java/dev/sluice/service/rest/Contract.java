package dev.sluice.service.rest;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.rest.answer.BadReplyException;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.RestItem;
import java.util.List;

/**
 * What a service wants to be asked and how it answers: turns items into HTTP requests and bodies into answers. Pure;
 * immutable, any thread.
 */
interface Contract {

    /** The most items of one call. */
    int limit();

    /** Whether what a response to several items leaves out may be there. */
    boolean mayLeaveOut();

    /** Whether an item may have several rows. */
    boolean many();

    /**
     * Checks what can be checked without asking.
     *
     * @throws RefusedException if a request with these arguments can never be asked: too many or too few for the
     *     templates, a text that would be cut apart where items are joined, a payload that is not JSON
     */
    void check(Arguments arguments) throws RefusedException;

    /** The requests for these items, each within the longest URL; one item alone may exceed it. */
    List<HttpAsk> asks(List<RestItem> items);

    /**
     * Reads a response that says it is good (status 200 to 299), or one to a single item whose status means not found.
     *
     * @param contentType the header, empty if there is none
     * @param body the whole body, unpacked
     * @param items what was asked
     * @return an answer for each item, in the order of the items
     * @throws BadReplyException if it breaks the contract
     */
    List<ItemAnswer> read(int status, String contentType, byte[] body, List<RestItem> items) throws BadReplyException;

    /** Whether a status of the whole response, to a call of one item, means that there is nothing with its key. */
    boolean meansNotFound(int status);
}
