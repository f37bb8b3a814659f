package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.WorkInFlight.Piece;
import org.jspecify.annotations.Nullable;

/**
 * The leader-only work of a group, as the endpoint shows it.
 *
 * @param count how many pieces of work run
 * @param oldest for how long the oldest of them has run, null where none runs
 * @param outliving how many of them run on though their grant has ended
 * @param outlived how many have run on beyond their grant since the start, those that
 * still do included
 * @param longest those that have run longest, the longest first
 */
@JsonInclude
public record WorkDescriptor(int count, @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration oldest,
		int outliving, long outlived, List<PieceDescriptor> longest) {

	static WorkDescriptor of(WorkInFlight work) {
		return new WorkDescriptor(work.count(), GroupDescriptor.shown(work.oldest()), work.outliving(), work.outlived(),
				work.longest().stream().map(PieceDescriptor::of).toList());
	}

	/**
	 * One piece of work.
	 *
	 * @param name what it is, such as the name of a method
	 * @param fencingToken the token of the grant under which it was admitted
	 * @param runningFor for how long it has run
	 * @param outliving whether that grant has ended
	 */
	public record PieceDescriptor(String name, long fencingToken,
			@JsonFormat(shape = JsonFormat.Shape.STRING) Duration runningFor, boolean outliving) {

		static PieceDescriptor of(Piece piece) {
			return new PieceDescriptor(piece.name(), piece.fencingToken(),
					piece.runningFor().truncatedTo(ChronoUnit.MILLIS), piece.outliving());
		}

	}

}
