package io.github.leaderelection.system.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Nodes in network namespaces of their own, joined by a bridge, with a packet filter in
 * each and a small disk for the state of each. {@code verification/benchmarks/chaos}
 * makes them, and starts this process in the one of the bridge.
 */
final class NamespaceLinks implements Links {

	private static final String NETWORK = "10.77.0.";

	private static final String HOST = NETWORK + "254";

	private final Map<Integer, Map<Integer, Trouble>> incoming = new HashMap<>();

	NamespaceLinks(int size) {
		for (int node = 0; node < size; node++) {
			this.incoming.put(node, new TreeMap<>());
		}
	}

	private static String address(int node) {
		return NETWORK + (node + 1);
	}

	/** As the script does. */
	private static String namespace(int node) {
		return "chaos-n" + (node + 1);
	}

	private static Path disk(int node) {
		return Path.of("/run/chaos/n" + (node + 1));
	}

	/** A stall is a cut that TCP repairs, and so is each cut here. */
	@Override
	public Set<FaultKind> kinds() {
		return EnumSet.complementOf(EnumSet.of(FaultKind.STALL, FaultKind.DELAY));
	}

	@Override
	public String host() {
		return HOST;
	}

	@Override
	public String url(int viewer, int node, int port) {
		return "http://" + address(node) + ":" + port;
	}

	@Override
	public List<String> launcher(int node) {
		return List.of("ip", "netns", "exec", namespace(node));
	}

	@Override
	public Path stateDirectory(int node, Path own) {
		return disk(node).resolve("state");
	}

	@Override
	public void set(int from, int to, Trouble trouble) {
		Map<Integer, Trouble> troubles = this.incoming.get(to);
		troubles.put(from, trouble);
		StringBuilder table = new StringBuilder("*filter\n:INPUT ACCEPT [0:0]\n");
		troubles.forEach((sender, each) -> {
			if (each.cut()) {
				table.append("-A INPUT -s " + address(sender) + " -j DROP\n");
			}
			else if (each.lossPercent() > 0) {
				table.append("-A INPUT -s " + address(sender) + " -m statistic --mode random --probability "
						+ each.lossPercent() / 100.0 + " -j DROP\n");
			}
		});
		run(to, List.of("iptables-restore", "-w"), table.append("COMMIT\n").toString());
	}

	@Override
	public void reset(int one, int other) {
		run(one, List.of("ss", "-tK", "dst", address(other)), "");
		run(other, List.of("ss", "-tK", "dst", address(one)), "");
	}

	@Override
	public void fillDisk(int node, boolean full) {
		Path filler = disk(node).resolve("filler");
		try {
			if (!full) {
				Files.deleteIfExists(filler);
				return;
			}
			byte[] page = new byte[4096];
			for (int size = 0; Files.getFileStore(disk(node)).getUsableSpace() >= page.length; size++) {
				Files.write(filler, page, (size == 0) ? StandardOpenOption.CREATE : StandardOpenOption.APPEND);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void run(int node, List<String> command, String input) {
		List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace(node)));
		all.addAll(command);
		Command.run(all, input);
	}

	@Override
	public void close() {
		// The script takes the namespaces down, whatever happens here.
	}

}
