/** The sum to be read, as the server drew it. */
export function SumPicture({ picture }: { picture: string }) {
  return <img src={picture} width={176} height={56} alt="算式图片，看不清可换一张" />;
}
