package io.github.leaderelection.system.assignments;

import java.util.List;
import java.util.Map;

/**
 * What came of faults.
 *
 * @param faults how many struck
 * @param answers how often it was asked who owns a partition or a key
 * @param ownerships how many ownerships of partitions and keys were seen
 * @param overlaps two processes that owned the same at once
 * @param tokensOutOfOrder tokens that do not rise from owner to owner
 * @param ownedOn what a paused process took itself for the owner of when it woke
 * @param rows how many rows were written
 * @param refused how many writes the guard refused
 * @param doubled how many steps of a partition were written more than once
 * @param rowsOutOfOrder rows that do not continue the row before
 */
public record TrialResult(Map<AssignmentFault, Integer> faults, long answers, int ownerships, List<String> overlaps,
		List<String> tokensOutOfOrder, List<String> ownedOn, long rows, long refused, long doubled,
		List<String> rowsOutOfOrder) {
}
