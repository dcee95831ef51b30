import { AppError } from '@hamkhan/platform/app-error';
import { networkOf } from '@hamkhan/platform/http/client-network';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config.js';
import { OpenRequests, type Place } from './open-requests.js';

type Limits = { requestsOfUser: OpenRequests; streamsOfAddress: OpenRequests; streamsOfUser: OpenRequests };

/** Limits the requests and event streams that one address and one user have open at the same time in this process. */
@Injectable()
export class Admission {
  private readonly requestsOfAddress: OpenRequests;
  private readonly limits: Limits;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.requestsOfAddress = new OpenRequests(config.OPEN_REQUESTS_PER_ADDRESS);
    this.limits = {
      requestsOfUser: new OpenRequests(config.OPEN_REQUESTS_PER_USER),
      streamsOfAddress: new OpenRequests(config.EVENT_STREAMS_PER_ADDRESS),
      streamsOfUser: new OpenRequests(config.EVENT_STREAMS_PER_USER),
    };
  }

  /** Admits a request from an address; it must leave at its end. @throws COMMON.TOO_MANY_OPEN_REQUESTS */
  enter(address: string): Visit {
    const network = networkOf(address);
    const place = this.requestsOfAddress.enter(network);
    if (!place) throw new AppError('COMMON.TOO_MANY_OPEN_REQUESTS');
    return new Visit(network, [place], this.limits);
  }
}

/** An admitted request with its places. */
export class Visit {
  private hasLeft = false;

  constructor(
    private readonly network: string,
    private places: Place[],
    private readonly limits: Limits,
  ) {}

  /** Counts the request for its user as well. @throws COMMON.TOO_MANY_OPEN_REQUESTS */
  identify(userId: string): void {
    if (this.hasLeft) return;
    const place = this.limits.requestsOfUser.enter(userId);
    if (!place) throw new AppError('COMMON.TOO_MANY_OPEN_REQUESTS');
    this.places.push(place);
  }

  /**
   * Counts the request as an event stream instead: of its user, because readers of a campus may share an address, or of its
   * address for a guest. @throws COMMON.TOO_MANY_EVENT_STREAMS
   */
  becomeStream(userId: string | null): void {
    if (this.hasLeft) return;
    const { streamsOfAddress, streamsOfUser } = this.limits;
    const place = userId === null ? streamsOfAddress.enter(this.network) : streamsOfUser.enter(userId);
    if (!place) throw new AppError('COMMON.TOO_MANY_EVENT_STREAMS');
    this.freePlaces();
    this.places = [place];
  }

  /** `giveWay` ends the request when its places are needed; null when it must not be ended any more. */
  setGiveWay(giveWay: (() => void) | null): void {
    for (const place of this.places) {
      place.giveWay =
        giveWay &&
        (() => {
          this.leave();
          giveWay();
        });
    }
  }

  leave(): void {
    this.hasLeft = true;
    this.freePlaces();
  }

  private freePlaces(): void {
    for (const place of this.places) place.leave();
  }
}
