package io.github.leaderelection.internal.transport.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.ForeignRules;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what it hears.
 */
public class RecordingReceiver implements PeerTransport.Receiver {

	public final List<String> links = new CopyOnWriteArrayList<>();

	public final List<Envelope<?>> messages = new CopyOnWriteArrayList<>();

	/** By which rules members hold elections that are not those of the node. */
	public final Map<NodeId, Map<String, ForeignRules>> foreign = new ConcurrentHashMap<>();

	public final List<String> refusals = new CopyOnWriteArrayList<>();

	/** Members whose process has ended for certain. */
	public final List<NodeId> ended = new CopyOnWriteArrayList<>();

	@Override
	public void connected(NodeId peer, Map<String, ForeignRules> foreign) {
		this.foreign.put(peer, foreign);
		this.links.add("+" + peer);
	}

	@Override
	public void disconnected(NodeId peer, LinkLoss loss) {
		this.links.add("-" + peer + " " + loss);
	}

	@Override
	public void ended(NodeId peer, Map<String, Long> incarnations) {
		this.ended.add(peer);
	}

	@Override
	public void received(Envelope<? extends ElectionMessage> envelope) {
		this.messages.add(envelope);
	}

	@Override
	public void refused(@Nullable NodeId peer, String reason) {
		this.refusals.add(peer + ": " + reason);
	}

	/**
	 * What was heard of links with one peer, but for dials that nobody answered in time:
	 * on a loaded machine there may be some.
	 */
	public List<String> inTimeOf(String peer) {
		List<String> heard = new ArrayList<>();
		for (String each : of(peer)) {
			boolean linked = !heard.isEmpty() && heard.get(heard.size() - 1).equals("+" + peer);
			if (linked || !each.equals("-" + peer + " SILENT")) {
				heard.add(each);
			}
		}
		return heard;
	}

	/** What was heard of links with one peer. */
	public List<String> of(String peer) {
		List<String> heard = new ArrayList<>();
		for (String each : this.links) {
			if (each.substring(1).split(" ")[0].equals(peer)) {
				heard.add(each);
			}
		}
		return heard;
	}

}
