package io.github.leaderelection.internal.assignment.carrier;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.runtime.AssignmentCarrier;
import io.github.leaderelection.internal.assignment.runtime.OwnershipPublisher;
import io.github.leaderelection.internal.transport.asking.WorkerAnswer;
import io.github.leaderelection.internal.transport.asking.WorkerChannel;
import io.github.leaderelection.internal.transport.wire.FrameCodec;
import io.github.leaderelection.internal.transport.wire.WireException;
import org.jspecify.annotations.Nullable;

/**
 * Carries the pings of one group to its leader, and those of others to this node. For any
 * thread.
 */
public final class HeldCarrier implements AssignmentCarrier {

	private static final FrameCodec<AssignmentMessage> CODEC = new FrameCodec<>(AssignmentMessage.class);

	/** Twice the workers that a node accepts. */
	private static final int MOST_OPEN = 2000;

	private final AtomicLong numbers = new AtomicLong();

	/** The requests that wait; one that is forgotten ends by itself. */
	private final Map<Long, Consumer<@Nullable String>> open = new ConcurrentHashMap<>();

	private final String group;

	private final OwnershipPublisher publisher;

	private final Supplier<WorkerChannel> channel;

	private final Supplier<@Nullable LeaderInfo> leader;

	private volatile @Nullable String failure;

	/**
	 * Makes the carrier of a group.
	 * @param channel the channel of the node, made at its first use
	 * @param leader the leader as this node knows it
	 */
	public HeldCarrier(String group, OwnershipPublisher publisher, Supplier<WorkerChannel> channel,
			Supplier<@Nullable LeaderInfo> leader) {
		this.group = group;
		this.publisher = publisher;
		this.channel = channel;
		this.leader = leader;
	}

	/** Why the newest ping had no answer, null if it had one. */
	public @Nullable String failure() {
		return this.failure;
	}

	@Override
	public void send(AssignmentMessage.Ping ping) {
		LeaderInfo known = this.leader.get();
		String url = (known != null) ? known.url() : null;
		if (known == null || url == null) {
			this.failure = (known == null) ? "no leader is known" : "the URL of the leader '" + known.id()
					+ "' is not known: set leader-election.advertised-url there";
			return;
		}
		this.channel.get().ask(URI.create(url), this.group, CODEC.encode(ping)).thenAccept(this::answered);
	}

	private void answered(WorkerAnswer answer) {
		String text = answer.text();
		String why = answer.failure();
		if (text != null) {
			try {
				AssignmentMessage message = CODEC.decode(text);
				if (message instanceof AssignmentMessage.Answer told) {
					this.publisher.tell(new AssignmentEvent.Answered(told));
				}
				else {
					why = "the asked node does not lead";
				}
			}
			catch (WireException ex) {
				why = "the answer of the leader cannot be read: " + ex.getMessage();
			}
		}
		this.failure = why;
	}

	/** Takes a ping of another node. */
	void asked(NodeId from, String text, Consumer<@Nullable String> answer) {
		try {
			if (CODEC.decode(text) instanceof AssignmentMessage.Ping ping && ping.worker().equals(from.value())) {
				long request = this.numbers.incrementAndGet();
				this.open.put(request, answer);
				this.open.remove(request - MOST_OPEN);
				if (!this.publisher.tell(new AssignmentEvent.Pinged(ping, request))) {
					end(request, false);
				}
				return;
			}
		}
		catch (WireException ex) {
			// A worker of another version: it hears nothing, and says so.
		}
		answer.accept(null);
	}

	@Override
	public void answer(long request, AssignmentMessage.Answer answer) {
		reply(request, CODEC.encode(answer));
	}

	@Override
	public void end(long request, boolean leads) {
		reply(request, leads ? null : CODEC.encode(new AssignmentMessage.NotLeader()));
	}

	private void reply(long request, @Nullable String text) {
		Consumer<@Nullable String> waiting = this.open.remove(request);
		if (waiting != null) {
			waiting.accept(text);
		}
	}

}
