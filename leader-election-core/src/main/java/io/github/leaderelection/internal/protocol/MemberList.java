package io.github.leaderelection.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;

/**
 * A member list as nodes compare it: by ids, never by addresses.
 *
 * @param ids the members in the order of their ids
 * @param durable whether the members keep their state on disk: nodes that do and nodes
 * that do not never mix
 */
public record MemberList(List<NodeId> ids, boolean durable) {

	private static final int FINGERPRINT_BYTES = 8;

	/**
	 * Sorts the members.
	 */
	public MemberList {
		ids = ids.stream().sorted().distinct().toList();
	}

	/**
	 * A short text that is equal only for equal lists.
	 * @return 16 hexadecimal digits
	 */
	public String fingerprint() {
		StringBuilder text = new StringBuilder(this.durable ? "durable" : "volatile");
		this.ids.forEach((id) -> text.append('\n').append(id.value()));
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256")
				.digest(text.toString().getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256, but this one does not", ex);
		}
	}

	/**
	 * Whether every majority of one list meets every majority of the other: true for
	 * equal lists and for lists that differ by exactly one member.
	 * @return whether nodes with these two lists may talk
	 */
	public boolean compatibleWith(MemberList other) {
		if (this.durable != other.durable) {
			return false;
		}
		Set<NodeId> onlyOne = new HashSet<>(this.ids);
		onlyOne.addAll(other.ids);
		Set<NodeId> both = new HashSet<>(this.ids);
		both.retainAll(other.ids);
		return onlyOne.size() - both.size() <= 1;
	}

}
