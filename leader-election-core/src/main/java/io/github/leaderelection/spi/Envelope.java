package io.github.leaderelection.spi;

import java.util.Objects;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A message with the fields that all messages have.
 *
 * @param <M> the algorithm's messages
 * @param cluster the cluster's name
 * @param group the group's name
 * @param from the sender
 * @param identity the sender's saved identity
 * @param incarnation drawn anew at every start of the sender
 * @param fingerprint of the sender's member list
 * @param answers for an answer the incarnation of the asking node, otherwise 0
 * @param age the age of the sender's state, null on most messages
 * @param body the message
 */
public record Envelope<M extends ElectionMessage>(String cluster, String group, NodeId from, String identity,
		long incarnation, String fingerprint, long answers, @Nullable StateAge age, M body) {

	/**
	 * Checks that nothing is missing.
	 */
	public Envelope {
		Objects.requireNonNull(cluster, "cluster");
		Objects.requireNonNull(group, "group");
		Objects.requireNonNull(from, "from");
		Objects.requireNonNull(identity, "identity");
		Objects.requireNonNull(fingerprint, "fingerprint");
		Objects.requireNonNull(body, "body");
	}

	/**
	 * A message without the age of the sender's state.
	 * @param cluster the cluster's name
	 * @param group the group's name
	 * @param from the sender
	 * @param identity the sender's saved identity
	 * @param incarnation drawn anew at every start of the sender
	 * @param fingerprint of the sender's member list
	 * @param answers for an answer the incarnation of the asking node, otherwise 0
	 * @param body the message
	 */
	public Envelope(String cluster, String group, NodeId from, String identity, long incarnation, String fingerprint,
			long answers, M body) {
		this(cluster, group, from, identity, incarnation, fingerprint, answers, null, body);
	}

	/**
	 * Removes the age of the sender's state, which protocols do not use.
	 * @return the message without it
	 */
	public Envelope<M> withoutAge() {
		return (this.age == null) ? this : new Envelope<>(this.cluster, this.group, this.from, this.identity,
				this.incarnation, this.fingerprint, this.answers, this.body);
	}

}
