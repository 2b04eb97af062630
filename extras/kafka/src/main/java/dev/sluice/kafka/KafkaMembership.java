package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Membership;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;

/**
 * A member of the consumer group {@code sluice.NAME}, to which the brokers assign partitions of {@code NAME.requests}. The member
 * reads no messages and commits no offsets, because the last result of a lane says where its gateway continues. The membership is
 * static (KIP-345), so that a restarted process gets its lanes back at once. The assignment is cooperative (KIP-429), so that
 * lanes that stay with their member continue during a new assignment.
 */
final class KafkaMembership implements Membership {

    private static final Duration POLL = Duration.ofMillis(100);
    /** The listener while {@link #poll} is not running: before the first poll, and during {@link #close}. */
    private static final Listener NOBODY = new Listener() {
        @Override
        public void given(Set<Integer> lanes) {
            // lanes are assigned only during a poll
        }

        @Override
        public void taken(Set<Integer> lanes) {
            // the caller of close has released the lanes already
        }
    };

    private final KafkaAddress address;
    private final String member;
    private final Brokers brokers;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final int lanes;
    private Listener listener = NOBODY;

    KafkaMembership(KafkaAddress address, String member) {
        this.address = address;
        this.member = member;
        this.brokers = new Brokers(address);
        try {
            this.lanes = new Topics(brokers, address).existingLanes();
            this.consumer = brokers.member(address.group(), member);
        } catch (final KafkaException e) {
            brokers.close();
            throw new QueueException("the member '" + member + "' cannot join: " + Brokers.reason(e), e);
        } catch (final QueueException e) {
            brokers.close();
            throw e;
        }
        consumer.subscribe(List.of(address.requests()), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                consumer.pause(partitions);
                listener.given(numbers(partitions));
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                listener.taken(numbers(partitions));
            }
        });
    }

    /**
     * Returns the lanes among the partitions. Brokers also assign partitions that were added to the topic later, but those are
     * not lanes.
     */
    private Set<Integer> numbers(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .map(TopicPartition::partition)
                .filter(lane -> lane < lanes)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public void poll(Listener polling) {
        listener = polling;
        try {
            consumer.poll(POLL);
        } catch (final FencedInstanceIdException e) {
            throw new QueueException(
                    "another process is the member '" + member + "' of " + address
                            + " and has its lanes: give each process its own queues.member",
                    e);
        } catch (final GroupAuthorizationException e) {
            throw new QueueException(
                    "the lanes of " + address + " cannot be shared: " + Brokers.reason(e) + "; run "
                            + address.command(
                                    "kafka-acls",
                                    "--add --allow-principal User:NAME --operation Read --group " + address.group()),
                    e);
        } catch (final KafkaException e) {
            throw new QueueException("the lanes of " + address + " cannot be shared: " + Brokers.reason(e), e);
        } finally {
            listener = NOBODY;
        }
    }

    @Override
    public void close() {
        try {
            consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        } finally {
            brokers.close();
        }
    }
}
