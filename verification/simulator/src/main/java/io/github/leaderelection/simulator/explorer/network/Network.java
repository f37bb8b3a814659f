package io.github.leaderelection.simulator.explorer.network;

import java.util.Arrays;

import io.github.leaderelection.simulator.explorer.canonical.Naming;
import io.github.leaderelection.simulator.explorer.table.InternTable;
import io.github.leaderelection.simulator.explorer.table.Memo;
import org.jspecify.annotations.Nullable;

/**
 * The network: messages, and what is on a link from one node to another, by number. On a
 * link is every message that was ever sent over it and that still means something; each
 * may arrive at any time, any number of times, or never. Safe for use from any thread.
 */
public final class Network {

	/** The link with nothing on it. */
	public static final int EMPTY = 0;

	private final InternTable<Message, Message> messages = new InternTable<>();

	private final InternTable<Renaming, Renaming> renamings = new InternTable<>();

	private final InternTable<Load, Load> loads = new InternTable<>();

	private final Memo<Integer> joined = new Memo<>();

	private final Memo<Integer> renamed = new Memo<>();

	public Network() {
		number(new int[0]);
	}

	public int number(Message message) {
		Integer known = this.messages.find(message);
		return (known != null) ? known : this.messages.number(message, message);
	}

	public Message message(int number) {
		return this.messages.get(number);
	}

	public int number(Renaming renaming) {
		return this.renamings.number(renaming, renaming);
	}

	/**
	 * The link with certain messages on it.
	 * @param sorted the messages, in order
	 */
	public int number(int[] sorted) {
		Load load = new Load(sorted);
		Integer known = this.loads.find(load);
		return (known != null) ? known : this.loads.number(load, load);
	}

	/**
	 * The messages on a link.
	 * @return the messages; not to be written to
	 */
	public int[] on(int link) {
		return this.loads.get(link).messages();
	}

	/**
	 * Puts messages on a link.
	 * @param added the link whose messages are to be added
	 */
	public int join(int link, int added) {
		if (added == EMPTY || link == added) {
			return link;
		}
		Integer known = this.joined.get(link, added);
		if (known != null) {
			return known;
		}
		int number = join(new int[] { link, added });
		this.joined.put(link, added, number);
		return number;
	}

	/**
	 * Puts what is on several links on one.
	 * @return the number of the link with all of it
	 */
	public int join(int[] links) {
		if (links.length < 2) {
			return (links.length == 0) ? EMPTY : links[0];
		}
		int size = 0;
		for (int link : links) {
			size += on(link).length;
		}
		int[] all = new int[size];
		int end = 0;
		for (int link : links) {
			int[] messages = on(link);
			System.arraycopy(messages, 0, all, end, messages.length);
			end += messages.length;
		}
		Arrays.sort(all);
		int count = 0;
		for (int message : all) {
			if (count == 0 || all[count - 1] != message) {
				all[count++] = message;
			}
		}
		return number(Arrays.copyOf(all, count));
	}

	/**
	 * Renames what is on a link.
	 * @return the number of the link with the new names
	 */
	public int rename(int link, int renaming) {
		Integer known = this.renamed.get(link, renaming);
		if (known != null) {
			return known;
		}
		Renaming by = this.renamings.get(renaming);
		int number = number(Arrays.stream(on(link))
			.map((message) -> renamed(message, by))
			.filter((message) -> message >= 0)
			.sorted()
			.distinct()
			.toArray());
		this.renamed.put(link, renaming, number);
		return number;
	}

	private int renamed(int number, Renaming by) {
		Message message = message(number);
		if (!message.isNamedBy(by.node(), by.incarnation())) {
			return number;
		}
		@Nullable Message named = message.renamed(by.naming());
		return (named != null) ? number(named) : -1;
	}

	/**
	 * Messages by number, in order.
	 */
	private record Load(int[] messages) {

		@Override
		public boolean equals(Object other) {
			return other instanceof Load load && Arrays.equals(load.messages, this.messages);
		}

		@Override
		public int hashCode() {
			return Arrays.hashCode(this.messages);
		}

	}

	/**
	 * How one life of a node calls things now.
	 */
	public record Renaming(int node, long incarnation, Naming naming) {
	}

}
