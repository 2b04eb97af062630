package dev.sluice.client.job;

/**
 * What is made of each item of a job.
 *
 * @param <T> the type of the items
 * @param <R> the type of the results
 */
@FunctionalInterface
public interface JobBody<T, R> {

    /**
     * Makes the result of an item, on a thread of the loop's.
     *
     * @param gateway asks what this item needs
     * @return what the sink gets
     * @throws Exception and the item has failed
     */
    R apply(T item, JobItem gateway) throws Exception;
}
