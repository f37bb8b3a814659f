package io.github.leaderelection.simulator.branches;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.leaderelection.internal.quorum.QuorumState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code branches/reasons.txt} speaks of is in the sources as they are now. Whether
 * a branch is taken only a long run can tell.
 */
class ReasonsTests {

	private static final String COUNTED = QuorumState.class.getPackageName() + ".";

	@Test
	void everyReasonIsOfABranchThatThereIs() throws IOException, ReflectiveOperationException {
		Map<String, Reason> reasons = Reasons.all();
		assertThat(reasons).isNotEmpty();
		assertThat(counted(reasons).withoutBranch()).isEmpty();
	}

	@Test
	void reasonOfALineThatIsWrittenOtherwiseNowIsFound() throws IOException, ReflectiveOperationException {
		String old = "RoleChanges#giveUp | if (proposal.sent() || true) { | 1 jumps";
		assertThat(counted(Map.of(old, new Reason("none", false))).withoutBranch())
			.containsExactly("there is a reason, but no such branch: " + old);
	}

	private static BranchTable counted(Map<String, Reason> reasons) throws IOException, ReflectiveOperationException {
		List<URL> places = Stream.of(QuorumState.class, BranchRun.class)
			.map((type) -> type.getProtectionDomain().getCodeSource().getLocation())
			.distinct()
			.toList();
		SourceLines lines = SourceLines.above(Path.of(""));
		try (CountedWorld world = new CountedWorld(places, COUNTED)) {
			for (String type : reasons.keySet().stream().map((name) -> name.split("#")[0]).distinct().toList()) {
				world.loadClass(COUNTED + lines.packageOf(type) + type.replace('.', '$'));
			}
			long[] none = new long[world.branches().size()];
			return new BranchTable(world.branches(), none, none, none, lines, reasons);
		}
	}

}
